// Plays the clips of the board's voice: words from one file, joined with silence between them. Loaded when first wanted.

const HEAD_BYTES = 44; // of a WAV file, before its samples
const LOUDEST = 30; // volume of the board's module
const APART_S = 0.09; // least silence between two clips

/** Resolves with a player of the clips in a folder; `onEnd(clip)` is called when one has ended. Throws if they cannot be had.
 * @param {string} folder
 * @param {(clip: number) => void} onEnd */
export async function loadPlayer(folder, onEnd) {
  const [clips, words] = await Promise.all([fetchFile(`${folder}clips.json`), fetchFile(`${folder}words.wav`)]);
  return new ClipPlayer(await clips.json(), new Int16Array(await words.arrayBuffer(), HEAD_BYTES), onEnd);
}

/** @param {string} path */
async function fetchFile(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer;
}

export class ClipPlayer {
  #audio = new AudioContext();
  #loudness = new GainNode(this.#audio);
  /** @type {AudioBufferSourceNode | null} */
  #playing = null;
  #number = 0; // of the clip that was played last
  #freeAt = 0; // time of #audio from which on a clip may begin

  /** @param {ClipTable} table
   * @param {Int16Array} samples
   * @param {(clip: number) => void} onEnd */
  constructor(table, samples, onEnd) {
    this.table = table;
    this.samples = samples;
    this.onEnd = onEnd;
    this.#loudness.connect(this.#audio.destination);
    // Browsers let nothing sound before a key is pressed.
    for (const type of ["click", "keydown"]) addEventListener(type, () => this.#audio.resume(), { once: true });
  }

  get count() {
    return this.table.clips.length;
  }

  /** Plays a clip instead of the one that sounds, unless only the volume is another.
   * @param {Said} said */
  play({ clip, volume, number }) {
    this.#loudness.gain.value = volume / LOUDEST;
    if (number === this.#number) return;
    this.stop();
    this.#number = number;
    const source = (this.#playing = new AudioBufferSourceNode(this.#audio, {
      buffer: this.#join(this.table.clips[clip]),
    }));
    source.onended = () => source === this.#playing && this.#end(clip);
    source.connect(this.#loudness);
    source.start(Math.max(this.#audio.currentTime, this.#freeAt));
  }

  stop() {
    this.#playing?.stop();
    this.#playing = null;
    this.#number = 0;
  }

  /** @param {number} clip */
  #end(clip) {
    this.#playing = null;
    this.#freeAt = this.#audio.currentTime + APART_S;
    this.onEnd(clip);
  }

  /** Returns the sound of a clip: word, samples of silence, word, …
   * @param {number[]} parts */
  #join(parts) {
    const placed = parts.map((part, index) => (index % 2 ? [0, part] : (this.table.words[part] ?? [0, 0])));
    const buffer = new AudioBuffer({
      length: placed.reduce((sum, [, count]) => sum + count, 0),
      sampleRate: this.table.rate,
    });
    const sound = buffer.getChannelData(0);
    let at = 0;
    placed.forEach(([first, count], index) => {
      for (let sample = 0; index % 2 === 0 && sample < count; sample++)
        sound[at + sample] = this.samples[first + sample] / 0x8000;
      at += count;
    });
    return buffer;
  }
}
