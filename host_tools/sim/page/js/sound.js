// Sounds: the board's buzzer as square waves of the firmware's tones, a wooden click for each hole of a peg on its way, and
// tunes for a game's end. Off until the reader switches them on; the page asks once.

import { byId } from "./dom.js";
import { readSetting, saveSetting } from "./settings-storage.js";

const VOLUME = 0.06;
const GAME = 2; // bit of the game's end, which has a tune here
const WOOD = { hertz: 950, seconds: 0.03, volume: 0.35 };
/** Notes as hertz and seconds, by the level of the skunk.
 * @type {[hertz: number, seconds: number][][]} */
const TUNES = [
  [
    [523, 0.14],
    [659, 0.14],
    [784, 0.14],
    [1047, 0.5],
  ],
  [
    [523, 0.14],
    [659, 0.14],
    [784, 0.14],
    [1047, 0.3],
    [415, 0.25],
    [392, 0.25],
    [370, 0.25],
    [349, 0.7],
  ],
  [
    [392, 0.12],
    [523, 0.12],
    [659, 0.12],
    [784, 0.12],
    [1047, 0.3],
    [784, 0.15],
    [1047, 0.6],
    [208, 0.25],
    [196, 0.25],
    [175, 0.9],
  ],
];

export class Sound {
  /** @type {Tone[]} */
  #tones = [];
  /** @type {AudioContext | null} */
  #audio = null; // AudioContext, made at the first tone: browsers allow none before a key was pressed
  /** @type {AudioBuffer | null} */
  #wood = null;
  /** @type {AudioBufferSourceNode[]} */
  #clicks = []; // of the peg that is on its way

  /** `box` is the check box that switches sound on; its state is saved.
   * @param {HTMLInputElement} box */
  constructor(box) {
    this.box = box;
    box.checked = readSetting("sound", "") === "yes";
    box.onchange = () => {
      saveSetting("sound", box.checked ? "yes" : "no");
      this.play(1);
    };
    byId("sound-yes").onclick = () => this.#answer(true);
    byId("sound-no").onclick = () => this.#answer(false);
  }

  /** @param {Tone[]} tones */
  setTones(tones) {
    this.#tones = tones;
  }

  /** Plays the sounds whose bits are set, bit 0 for the first.
   * @param {number} bits */
  play(bits) {
    if (!this.box.checked) return;
    this.#tones.forEach(([hertz, bursts], bit) => {
      if ((bits >> bit) & 1 && bit !== GAME) this.#playBursts(hertz, bursts);
    });
  }

  /** Plays bursts of so many milliseconds, with pauses between them.
   * @param {number} hertz
   * @param {number[]} bursts */
  #playBursts(hertz, bursts) {
    let from = 0;
    bursts.forEach((ms, place) => {
      if (place % 2 === 0) this.#playNote("square", hertz, from, ms / 1000);
      from += ms / 1000;
    });
  }

  /** Plays the tune of a game's end.
   * @param {number} level */
  playTune(level) {
    if (!this.box.checked) return;
    let from = 0;
    for (const [hertz, seconds] of TUNES[Math.min(level, TUNES.length - 1)]) {
      this.#playNote("triangle", hertz, from, seconds);
      from += seconds;
    }
  }

  /** Makes a click for each of so many holes, over `ms`; the page's first peg asks whether there shall be sound.
   * @param {number} holes
   * @param {number} ms */
  playHoles(holes, ms) {
    this.#ask();
    this.hush();
    if (!this.box.checked) return;
    const audio = this.#context();
    const wood = (this.#wood ??= makeWood(audio));
    this.#clicks = Array.from({ length: holes }, (_, hole) => {
      const click = new AudioBufferSourceNode(audio, { buffer: wood });
      click.connect(audio.destination);
      click.start(audio.currentTime + (hole * ms) / holes / 1000);
      return click;
    });
  }

  /** Ends the clicks that are still to come. */
  hush() {
    for (const click of this.#clicks.splice(0)) click.stop();
  }

  /** Asks for sound at the first peg of all, until the next one. */
  #ask() {
    byId("sound-ask").hidden = readSetting("sound", "") !== "";
    if (!byId("sound-ask").hidden) saveSetting("sound", "no");
  }

  /** @param {boolean} on */
  #answer(on) {
    byId("sound-ask").hidden = true;
    this.box.checked = on;
    this.box.dispatchEvent(new Event("change"));
  }

  #context() {
    return (this.#audio ??= new AudioContext());
  }

  /** @param {OscillatorType} type
   * @param {number} hertz
   * @param {number} after seconds from now
   * @param {number} seconds */
  #playNote(type, hertz, after, seconds) {
    const audio = this.#context();
    const from = audio.currentTime + after;
    const wave = new OscillatorNode(audio, { type, frequency: hertz });
    const gain = new GainNode(audio, { gain: type === "square" ? VOLUME : 3 * VOLUME });
    if (type !== "square") gain.gain.setTargetAtTime(0, from + seconds / 2, seconds / 5);
    wave.connect(gain).connect(audio.destination);
    wave.start(from);
    wave.stop(from + seconds);
  }
}

/** Returns the click of a peg in wood: a short tone with noise that dies away.
 * @param {AudioContext} audio */
function makeWood(audio) {
  const { hertz, seconds, volume } = WOOD;
  const buffer = audio.createBuffer(1, seconds * audio.sampleRate, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index++) {
    const left = 1 - index / samples.length;
    samples[index] =
      volume * left ** 4 * (Math.sin((2 * Math.PI * hertz * index) / audio.sampleRate) + 0.6 * (2 * Math.random() - 1));
  }
  return buffer;
}
