// Turns the wall to its next sheet, fetched anew each time: so it is live, and stays when the desk is gone for a while.
let turning;

async function next() {
  clearTimeout(turning);
  const main = document.querySelector("main");
  try {
    const page = await answer(main.dataset.following);
    main.replaceWith(new DOMParser().parseFromString(page, "text/html").querySelector("main"));
    stream.showAgain();
    tellLost(false);
  } catch {
    tellLost(true);
  }
  stream.retry();
  wait();
}

function wait() {
  clearTimeout(turning);
  turning = setTimeout(next, Number(document.querySelector("main").dataset.turn) * 1000);
}

stream.take = () => tellLost(false);
document.addEventListener("keydown", (event) => { if (event.key === "ArrowRight" || event.key === " ") next(); });
document.addEventListener("click", next);
wait();
