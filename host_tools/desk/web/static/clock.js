// Counts the round's clock down by the desk's time, and sounds five minutes before its end and at its end, where the
// browser allows sound.
const WARN_S = 300;
const TICK_MS = 500;
let deskAheadMs = 0;
let audio = null;
let heard = { ends: "", left: 0 }; // the clock's end, and the seconds that were left at the last tick

// A phone's or screen's own clock may be minutes off.
async function compareClocks() {
  const response = await fetch("/stamp", { cache: "no-store", headers: { "X-Background": "1" } });
  deskAheadMs = Date.parse(response.headers.get("Date") ?? "") - Date.now() || 0;
}

function beep(times) {
  if (audio?.state !== "running") return;
  for (let i = 0; i < times; i++) {
    const tone = audio.createOscillator();
    tone.frequency.value = 880;
    tone.connect(audio.destination);
    tone.start(audio.currentTime + i * 0.5);
    tone.stop(audio.currentTime + i * 0.5 + 0.3);
  }
}

function secondsLeft({ ends, left }) {
  return ends ? Math.max(0, Math.round(Number(ends) - (Date.now() + deskAheadMs) / 1000)) : Number(left);
}

function showClock() {
  const clock = document.getElementById("round-clock");
  if (!clock) return;
  const left = secondsLeft(clock.dataset);
  const ends = clock.dataset.ends ?? "";
  const text = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  clock.querySelector("b").textContent = left ? text : clock.dataset.over;
  clock.classList.toggle("late", left <= WARN_S);
  if (heard.ends === ends && ends) {
    if (heard.left > WARN_S && left <= WARN_S) beep(2);
    if (heard.left > 0 && left <= 0) beep(4);
  }
  heard = { ends, left };
  const button = clock.querySelector("button");
  button.hidden = !window.AudioContext || audio?.state === "running";
}

document.addEventListener(
  "click",
  (event) => {
    if (!event.target.closest(".sound")) return;
    event.stopImmediatePropagation();
    audio ??= new AudioContext();
    audio.resume().then(() => {
      beep(1);
      showClock();
    });
  },
  true,
);
compareClocks()
  .catch(() => {})
  .finally(showClock);
setInterval(showClock, TICK_MS);
