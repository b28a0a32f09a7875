// Screen wake lock while a game is on, where the browser has one.

let wanted = false;
/** @type {Awaited<ReturnType<Navigator["wakeLock"]["request"]>> | null} */
let lock = null;

/** Sets whether the screen is to stay awake.
 * @param {boolean} on */
export function awake(on) {
  if (on === wanted) return;
  wanted = on;
  updateLock();
}

// A browser releases the lock when the page is hidden: it is requested again when the page is shown.
document.addEventListener("visibilitychange", updateLock);

async function updateLock() {
  if (!wanted) {
    lock?.release();
    lock = null;
    return;
  }
  if (document.hidden || (lock && !lock.released) || !navigator.wakeLock) return;
  try {
    lock = await navigator.wakeLock.request("screen");
    if (!wanted) updateLock();
  } catch {
    lock = null; // refused, as with an empty battery
  }
}
