// Turns the wall to its next sheet, fetched anew each time: so it is live, and stays when the desk is gone for a while.
const POLL_MS = 2000;
let turnTimer;

async function showSheet(address) {
  try {
    const page = await fetchText(address);
    document
      .querySelector("main")
      .replaceWith(new DOMParser().parseFromString(page, "text/html").querySelector("main"));
    stream.showAgain();
    showConnection(true);
  } catch {
    showConnection(false);
  }
}

async function showNext() {
  clearTimeout(turnTimer);
  await showSheet(document.querySelector("main").dataset.following);
  scheduleNext();
}

function scheduleNext() {
  clearTimeout(turnTimer);
  turnTimer = setTimeout(showNext, Number(document.querySelector("main").dataset.turn) * 1000);
}

// A round that has been seated, or a result, shows at once.
stream.onMessage = (newStamp) => {
  showConnection(true);
  const { stamp, here } = document.querySelector("main").dataset;
  if (newStamp !== undefined && newStamp !== stamp) showSheet(here);
};

async function poll() {
  if (!stream.works()) {
    await stream.fetchOnce().catch(() => showConnection(false));
    stream.retry();
  }
  setTimeout(poll, POLL_MS);
}

document.addEventListener("keydown", (event) => {
  if (event.key === "ArrowRight" || event.key === " ") showNext();
});
document.addEventListener("click", showNext);
// Browsers let the screen stay awake only where the address is this computer's own, or encrypted, and the page is seen.
async function keepAwake() {
  if (!document.hidden) await navigator.wakeLock?.request("screen").catch(() => {});
}

document.addEventListener("visibilitychange", keepAwake);
keepAwake();
scheduleNext();
setTimeout(poll, POLL_MS);
