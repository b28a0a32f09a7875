// The board's buzzer: a square wave, as high and as long as the firmware says. Quiet until the reader wants it.

import { keep, setting } from "./settings-storage.js";

const VOLUME = 0.06;

export class Sound {
  #tones = [];
  #air = null; // made when the first tone is heard: before a key was pressed a browser allows none

  /** `box` is the tick box that lets it be heard; what is chosen is kept. */
  constructor(box) {
    this.box = box;
    box.checked = setting("sound", "") === "yes";
    box.onchange = () => {
      keep("sound", box.checked ? "yes" : "");
      this.play(1);
    };
  }

  /** A board is on, with these `tones`: hertz and milliseconds of each. */
  on(tones) {
    this.#tones = tones;
  }

  /** Plays the tones whose bits are set in `which`. */
  play(which) {
    if (this.box.checked) this.#tones.forEach((tone, bit) => (which >> bit) & 1 && this.#sound(...tone));
  }

  #sound(hertz, ms) {
    this.#air ??= new AudioContext();
    const from = this.#air.currentTime;
    const wave = new OscillatorNode(this.#air, { type: "square", frequency: hertz });
    wave.connect(new GainNode(this.#air, { gain: VOLUME })).connect(this.#air.destination);
    wave.start(from);
    wave.stop(from + ms / 1000);
  }
}
