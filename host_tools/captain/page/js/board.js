// One board at a serial port: its identity, status and self-test, and exclusive conversations with it.

import { FACTS } from "../facts.js";
import { Connection } from "./connection.js";
import { deploy } from "./deploy.js";
import { Fault, faultOf } from "./fault.js";
import * as images from "./images.js";
import { ProtocolClient } from "./protocol_client.js";
import { Repl } from "./repl.js";
import { inPlay, playText } from "./status_text.js";

const QUICK_MS = 1000; // how long to wait for an answer while the board restarts
const PAUSE_MS = 500;

export class Board {
  #connection = null;
  #client = null;
  #last = Promise.resolve(); // ends with the last conversation that has been asked for
  hello = null;
  status = null;
  report = null; // reply to `selftest`
  fault = null; // why it does not answer
  busy = ""; // message about a long operation on it, such as flashing
  progress = null; // { sent, size } of a flash

  constructor(port) {
    this.port = port;
  }

  /** Its USB serial number, which is in its results; "" before its first answer. */
  get uid() {
    return this.hello?.board ?? "";
  }

  /** The name that its captain gave it, else its serial number. */
  get name() {
    return this.hello?.name || this.uid;
  }

  /** Requests `hello` and `status`, and `selftest` if there is no report yet; an error goes to `fault`. */
  query() {
    return this.#converse(async () => {
      const [hello] = await this.#client.request("hello");
      const [status] = await this.#client.request("status");
      if (!this.report || hello.board !== this.uid) [this.report] = await this.#client.request("selftest");
      Object.assign(this, { hello, status, fault: null });
    }).catch((error) => this.#setFault(error));
  }

  /** Requests all three again. */
  querySelftest() {
    this.report = null;
    return this.query();
  }

  /** Sends a request; resolves to the reply's data lines as objects. Throws Fault. */
  request(requestType, fields = {}) {
    return this.#converse(() => this.#client.request(requestType, fields));
  }

  /** As `request`, but resolves to the data lines as JSON text. */
  requestLines(requestType, fields = {}) {
    return this.#converse(() => this.#client.requestLines(requestType, fields));
  }

  /** Sets its time of day, which it forgets without power; `pinFields` has the PIN, if it has one. */
  setTime(pinFields = {}) {
    return this.request("time", { at: Math.floor(Date.now() / 1000), ...pinFields });
  }

  /** Installs this page's firmware and restarts the board; resolves to the result of `deploy`. `report(sent, size)` takes
   * bytes. Throws Fault: `in_play` if a game is being played and it is not `forced`. */
  async flash({ forced, report }) {
    return this.#converse(async () => {
      await this.#checkNoGame(forced);
      const repl = new Repl(this.#connection);
      let done;
      try {
        await repl.enter();
        done = await deploy(repl, images, report);
      } finally {
        await repl.leave().catch(() => {});
        this.report = null;
      }
      await this.#waitForAnswer();
      return done;
    });
  }

  /** Closes the port; the next request opens it again. */
  async close() {
    await this.#connection?.close();
    this.#connection = this.#client = null;
  }

  /** Throws Fault `in_play` during a game, unless `forced`. A board whose firmware does not answer is not checked. */
  async #checkNoGame(forced) {
    try {
      const [status] = await this.#client.request("status");
      if (inPlay(status) && !forced) throw new Fault("in_play", { state: playText(status) });
    } catch (error) {
      if (!["silent", "stopped", "bare", "refused", "unknown-verb"].includes(error.code)) throw error;
    }
  }

  /** Waits until it answers again after a restart. Throws Fault. */
  async #waitForAnswer() {
    const deadline = Date.now() + FACTS.deploy.start_s * 1000;
    for (;;) {
      try {
        await this.#open();
        await this.#client.requestLines("hello", {}, QUICK_MS);
        return;
      } catch (error) {
        if (Date.now() > deadline) throw new Fault("not_back", { error: faultOf(error).wrong });
        await new Promise((done) => setTimeout(done, PAUSE_MS));
      }
    }
  }

  /** Opens the port and runs `act`, once all earlier conversations have ended; resolves to its result. Throws Fault. */
  #converse(act) {
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
    this.#client = new ProtocolClient(connection);
  }

  #setFault(error) {
    this.fault = faultOf(error);
    if (this.fault.code === "gone") this.close();
  }
}
