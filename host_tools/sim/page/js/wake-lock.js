// Screen wake lock while a game is on, where the browser has one.

let wanted = false;
let lock = null;

/** Whether a game is on. */
export function awake(on) {
  if (on === wanted) return;
  wanted = on;
  hold();
}

/** A browser releases the lock when the page is hidden: it is asked for again when it is seen. */
document.addEventListener("visibilitychange", hold);

async function hold() {
  if (!wanted) {
    lock?.release();
    lock = null;
    return;
  }
  if (document.hidden || (lock && !lock.released) || !navigator.wakeLock) return;
  try {
    lock = await navigator.wakeLock.request("screen");
    if (!wanted) hold();
  } catch {
    lock = null; // a battery that is nearly empty
  }
}
