// Says the game aloud, if the reader wants that: by the browser's voice, or, where it has none for the page's language, by
// the board's own, whose clips the page plays.

import { language, t } from "./catalogue.js";
import { byId, setText } from "./dom.js";
import { keepFiles } from "./offline.js";
import { readSetting, saveSetting } from "./settings-storage.js";

const VOICES_MS = 1000; // in which a browser may come to list its voices

export class Voice {
  #box = byId("speech");
  browser = false; // whether the browser's voice is in use
  /** @type {import("./clip-player.js").ClipPlayer | null} */
  #player = null; // of the language of #playerLanguage
  #playerLanguage = "";
  /** @type {import("./clip-player.js").ClipPlayer | null} */
  #former = null; // player of another language, whose last clip may sound to its end
  #choices = 0; // number of the latest choice of a voice

  /** `tell(text)` announces what comes of switching it on. `board`, where this page has one, speaks by clips:
   * `onClips()` is called when `clips` has changed, `onEnd(clip)` when a clip has ended.
   * @param {{ tell: (text: string) => void, board?: { onClips: () => void, onEnd: (clip: number) => void } }} page */
  constructor({ tell, board }) {
    this.tell = tell;
    this.board = board;
    this.#box.checked = readSetting("speech", "") === "yes";
    this.#box.onchange = () => {
      saveSetting("speech", this.#box.checked ? "yes" : "");
      this.#choose(true);
    };
  }

  /** Chooses the voice for the page's language. */
  translate() {
    this.#choose(false);
  }

  /** How many clips the board's own voice has; 0: it does not speak. */
  get clips() {
    return this.#player?.count ?? 0;
  }

  /** Plays what the board's voice says now.
   * @param {Said} said */
  play(said) {
    this.#former?.stop();
    this.#player?.play(said);
  }

  /** Ends what is said: the board is off. */
  stop() {
    this.#former?.stop();
    this.#player?.stop();
  }

  /** Says a text by the browser's voice instead of what it says; returns whether that is in use.
   * @param {string} text
   * @param {() => void} onEnd */
  speak(text, onEnd = () => {}) {
    if (!this.browser) return false;
    speechSynthesis.cancel();
    const speech = new SpeechSynthesisUtterance(text);
    speech.lang = language;
    speech.onend = onEnd;
    speechSynthesis.speak(speech);
    return true;
  }

  /** @param {boolean} asked whether the reader has just switched it on or off */
  async #choose(asked) {
    const choice = ++this.#choices;
    const voices = this.#box.checked ? await browserVoices() : [];
    if (choice !== this.#choices) return;
    const own = voices.some(({ lang }) => lang.toLowerCase().startsWith(language));
    const clips =
      this.#box.checked && !own && this.board && (this.#box.dataset.voices ?? "").split(" ").includes(language);
    this.browser = !clips && voices.length > 0;
    setText("speech-about", t("here.speech_about"));
    if (clips) return this.#loadClips(choice, asked);
    this.#setPlayer(null);
    if (this.browser && asked) this.tell(t("here.speech"));
    if (this.#box.checked && !this.browser) this.#giveUp(t("here.speech_none"));
  }

  /** @param {number} choice
   * @param {boolean} asked */
  async #loadClips(choice, asked) {
    setText("speech-about", t("here.speech_loading"));
    const folder = `voice/${language}/`;
    try {
      const { loadPlayer } = await import("./clip-player.js");
      const player =
        this.#playerLanguage === language ? this.#player : await loadPlayer(folder, (clip) => this.board?.onEnd(clip));
      if (choice !== this.#choices) return;
      this.#setPlayer(player);
    } catch (error) {
      if (choice === this.#choices) this.#giveUp(t("here.speech_failed", { error: error.message }));
      return;
    }
    keepFiles(folder);
    setText("speech-about", t("here.speech_clips"));
    if (asked) this.tell(t("here.speech_clips"));
  }

  /** @param {import("./clip-player.js").ClipPlayer | null} player */
  #setPlayer(player) {
    if (player === this.#player) return;
    // A board that speaks on waits for the clip's end, for as long as the longest one takes.
    if (player) this.#former = this.#player;
    else this.stop();
    this.#player = player;
    this.#playerLanguage = player ? language : "";
    this.board?.onClips();
  }

  /** Switches it off, and tells why.
   * @param {string} reason */
  #giveUp(reason) {
    this.#box.checked = false;
    this.#setPlayer(null);
    setText("speech-about", reason);
    this.tell(reason);
  }
}

/** Resolves with the browser's voices, once it lists any, or with none.
 * @returns {Promise<SpeechSynthesisVoice[]>} */
async function browserVoices() {
  if (!("speechSynthesis" in window)) return [];
  if (!speechSynthesis.getVoices().length) {
    await new Promise((resolve) => {
      speechSynthesis.addEventListener("voiceschanged", resolve, { once: true });
      setTimeout(resolve, VOICES_MS);
    });
  }
  return speechSynthesis.getVoices();
}
