// Turns the wall to its next sheet, fetched anew each time: so it is live, and stays when the desk is gone for a while.
const turn = Number(document.body.dataset.turn) * 1000;
const lost = document.querySelector(".lost");

async function next() {
  const main = document.querySelector("main");
  try {
    const got = await fetch(main.dataset.following, { cache: "no-store" });
    if (!got.ok) throw new Error(got.status);
    main.replaceWith(new DOMParser().parseFromString(await got.text(), "text/html").querySelector("main"));
    lost.hidden = true;
  } catch {
    lost.hidden = false;
  }
}

setInterval(next, turn);
document.addEventListener("keydown", (event) => { if (event.key === "ArrowRight" || event.key === " ") next(); });
document.addEventListener("click", next);
