// What does not fit on this screen, in words: nothing where all is well.
() => {
  const { innerWidth: width, innerHeight: height } = window;
  const shown = (selector) =>
    [...document.querySelectorAll(selector)].filter((e) => e.checkVisibility() && e.getBoundingClientRect().width);
  const name = (e) => `${e.className} ${e.textContent}`;
  const box = (e) => e.getBoundingClientRect();
  const outside = (e) =>
    box(e).left < -0.5 || box(e).top < -0.5 || box(e).right > width + 0.5 || box(e).bottom > height + 0.5;
  const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const pairs = (all) =>
    all.flatMap((a, i) =>
      all
        .slice(i + 1)
        .filter((b) => over(box(a), box(b)))
        .map((b) => `${name(a)} over ${name(b)}`),
    );
  const text = (e) => {
    const range = document.createRange();
    range.selectNodeContents(e);
    return range.getBoundingClientRect();
  };
  const wide = (e, frame) => text(e).right > box(frame).right + 1 || text(e).left < box(frame).left - 1;
  const cut = (e, frame) =>
    e.textContent && (wide(e, frame) || text(e).bottom > box(frame).bottom + 2 || text(e).top < box(frame).top - 2);
  const figures = [...document.querySelectorAll(".seat")].flatMap((seat) =>
    pairs(
      [...seat.querySelectorAll(".figures span, .figures .seat-front, .figures .seat-deal")].filter(
        (e) => e.textContent && e.checkVisibility(),
      ),
    ),
  );
  const names = shown(".seat-games").filter((e) => text(e.previousSibling).right > box(e).left + 1);
  const holes = [...document.querySelectorAll(".plate svg .bore, .plate svg text")];
  return [
    ...shown(".cap, .score, .plate, #menu, #phase, #hint, .seat-front, .seat-pending, .seat-to-go, .act")
      .filter(outside)
      .map((e) => `outside: ${name(e)}`),
    ...holes
      .filter((e) => over(box(e), box(document.querySelector(".plate"))) === false || outside(e))
      .map((e) => `off the plate: ${e.outerHTML}`),
    ...holes
      .filter(
        (e) =>
          box(e).left < box(document.querySelector(".plate")).left - 1 ||
          box(e).right > box(document.querySelector(".plate")).right + 1,
      )
      .map((e) => `over the plate's edge: ${e.outerHTML}`),
    ...pairs(shown(".cap, .score, .plate, #said, #menu")).map((words) => `overlap: ${words}`),
    ...figures.map((words) => `in a seat: ${words}`),
    ...names.map((e) => `over the name: ${name(e)}`),
    ...shown(".cap, #menu")
      .filter((e) => box(e).width < 43.9 || box(e).height < 43.9)
      .map((e) => `small: ${name(e)} ${box(e).width} ${box(e).height}`),
    ...shown(".cap b")
      .filter((e) => cut(e, e.parentElement))
      .map((e) => `cut: ${name(e)}`),
    ...shown(".act, .tool, .buttons button, .judge button")
      .filter((e) => cut(e, e))
      .map((e) => `cut: ${name(e)}`),
    // Digits are as high as their line, of .8 em; a font's box is higher.
    ...shown(".seat-front")
      .filter(
        (e) =>
          wide(e, e.closest(".score")) ||
          box(e).top < box(e.closest(".score")).top ||
          box(e).bottom > box(e.closest(".score")).bottom,
      )
      .map((e) => `cut: ${name(e)}`),
    ...shown(".seat-pending, .seat-to-go, .seat-games")
      .filter((e) => cut(e, e.closest(".score")))
      .map((e) => `cut: ${name(e)}`),
    ...(document.documentElement.scrollWidth > width || document.documentElement.scrollHeight > height
      ? ["scrolls"]
      : []),
  ];
};
