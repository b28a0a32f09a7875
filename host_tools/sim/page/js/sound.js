// The board's buzzer: square waves of the firmware's frequencies and durations. Off until the reader switches it on.

import { readSetting, saveSetting } from "./settings-storage.js";

const VOLUME = 0.06;

export class Sound {
  /** @type {Tone[]} */
  #tones = [];
  /** @type {AudioContext | null} */
  #audio = null; // AudioContext, made at the first tone: browsers allow none before a key was pressed

  /** `box` is the check box that switches sound on; its state is saved.
   * @param {HTMLInputElement} box */
  constructor(box) {
    this.box = box;
    box.checked = readSetting("sound", "") === "yes";
    box.onchange = () => {
      saveSetting("sound", box.checked ? "yes" : "");
      this.play(1);
    };
  }

  /** @param {Tone[]} tones */
  setTones(tones) {
    this.#tones = tones;
  }

  /** Plays the tones whose bits are set, bit 0 for the first.
   * @param {number} bits */
  play(bits) {
    if (this.box.checked) this.#tones.forEach((tone, bit) => (bits >> bit) & 1 && this.#playTone(...tone));
  }

  /** @param {number} hertz
   * @param {number} ms */
  #playTone(hertz, ms) {
    this.#audio ??= new AudioContext();
    const from = this.#audio.currentTime;
    const wave = new OscillatorNode(this.#audio, { type: "square", frequency: hertz });
    wave.connect(new GainNode(this.#audio, { gain: VOLUME })).connect(this.#audio.destination);
    wave.start(from);
    wave.stop(from + ms / 1000);
  }
}
