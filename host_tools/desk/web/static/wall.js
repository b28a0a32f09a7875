// Turns the wall to its next sheet, fetched anew each time: so it is live, and stays when the desk is gone for a while.
const ASK_MS = 2000;
let turning;

async function show(address) {
  try {
    const page = await answer(address);
    document.querySelector("main").replaceWith(new DOMParser().parseFromString(page, "text/html").querySelector("main"));
    stream.showAgain();
    tellLost(false);
  } catch {
    tellLost(true);
  }
}

async function next() {
  clearTimeout(turning);
  await show(document.querySelector("main").dataset.following);
  wait();
}

function wait() {
  clearTimeout(turning);
  turning = setTimeout(next, Number(document.querySelector("main").dataset.turn) * 1000);
}

// A round that has been seated, or a result, shows at once.
stream.take = (now) => {
  tellLost(false);
  const { stamp, here } = document.querySelector("main").dataset;
  if (now !== undefined && now !== stamp) show(here);
};

async function look() {
  if (!stream.works()) {
    await stream.ask().catch(() => tellLost(true));
    stream.retry();
  }
  setTimeout(look, ASK_MS);
}

document.addEventListener("keydown", (event) => { if (event.key === "ArrowRight" || event.key === " ") next(); });
document.addEventListener("click", next);
wait();
setTimeout(look, ASK_MS);
