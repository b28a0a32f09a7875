// One board behind a serial port: what it says of itself, and one conversation with it at a time.

import { FACTS } from "../facts.js";
import { Connection } from "./connection.js";
import { deploy } from "./deploy.js";
import { Fault, faultOf } from "./fault.js";
import * as images from "./images.js";
import { ProtocolClient } from "./protocol_client.js";
import { Repl } from "./repl.js";
import { inPlay, play } from "./status_text.js";

const QUICK_MS = 1000; // silence, while a board begins again
const PAUSE_MS = 500;

export class Board {
  #connection = null;
  #line = null;
  #last = Promise.resolve(); // the conversation that is on, and those that wait
  hello = null;
  status = null;
  report = null; // of its self-test
  fault = null; // why it does not speak
  busy = ""; // what is being done to it that takes a while: words
  progress = null; // { sent, size } of a flash

  constructor(port) {
    this.port = port;
  }

  /** Its USB serial number, which is how it signs; "" while it has not spoken. */
  get uid() {
    return this.hello?.board ?? "";
  }

  /** What people call it. */
  get name() {
    return this.hello?.name || this.uid;
  }

  /** Asks how it stands: hello and status, and the report of its self-test if there is none yet. */
  look() {
    return this.#talk(async () => {
      const [hello] = await this.#line.ask("hello");
      const [status] = await this.#line.ask("status");
      if (!this.report || hello.board !== this.uid) [this.report] = await this.#line.ask("selftest");
      Object.assign(this, { hello, status, fault: null });
    }).catch((error) => this.#failed(error));
  }

  /** Asks for a report of its self-test again. */
  lookClosely() {
    this.report = null;
    return this.look();
  }

  /** Asks one thing; the data of the answer. Throws Fault. */
  ask(verb, fields = {}) {
    return this.#talk(() => this.#line.ask(verb, fields));
  }

  /** The same, as the lines that came. */
  texts(verb, fields = {}) {
    return this.#talk(() => this.#line.texts(verb, fields));
  }

  /** Tells it the time of day, which it forgets without power. One with a PIN wants it. */
  tellTime(proof = {}) {
    return this.ask("time", { at: Math.floor(Date.now() / 1000), ...proof });
  }

  /** Puts this page's firmware on it, and has it begin again. `tell(sent, size)` hears bytes; throws Fault: `in_play`
   * where a game is on and it is not `forced`. */
  async flash({ forced, tell }) {
    return this.#talk(async () => {
      await this.#needNoGame(forced);
      const repl = new Repl(this.#connection);
      let done;
      try {
        await repl.enter();
        done = await deploy(repl, images, tell);
      } finally {
        await repl.leave().catch(() => {});
        this.report = null;
      }
      await this.#speaks();
      return done;
    });
  }

  /** The port is closed, and can be opened again. */
  async close() {
    await this.#connection?.close();
    this.#connection = this.#line = null;
  }

  async #needNoGame(forced) {
    try {
      const [status] = await this.#line.ask("status");
      if (inPlay(status) && !forced) throw new Fault("in_play", { state: play(status) });
    } catch (error) {
      if (!["silent", "prompt", "refused", "unknown-verb"].includes(error.code)) throw error;
    }
  }

  /** Waits until it speaks again after a restart. Throws Fault. */
  async #speaks() {
    const deadline = Date.now() + FACTS.deploy.start_s * 1000;
    for (;;) {
      try {
        await this.#open();
        await this.#line.texts("hello", {}, QUICK_MS);
        return;
      } catch (error) {
        if (Date.now() > deadline) throw new Fault("not_back", { error: faultOf(error).wrong });
        await new Promise((done) => setTimeout(done, PAUSE_MS));
      }
    }
  }

  /** Has one conversation after the other; opens the port for it. Throws Fault. */
  #talk(act) {
    const mine = this.#last.then(async () => {
      await this.#open();
      return act();
    });
    this.#last = mine.catch(() => {});
    return mine;
  }

  async #open() {
    if (this.#connection?.isOpen) return;
    await this.close();
    const connection = new Connection(this.port);
    await connection.open();
    this.#connection = connection;
    this.#line = new ProtocolClient(connection);
  }

  #failed(error) {
    this.fault = faultOf(error);
    if (this.fault.code === "gone") this.close();
  }
}
