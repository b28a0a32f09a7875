// One board at a serial port: its identity, status and self-test, and exclusive conversations with it.

import { FACTS } from "../facts.js";
import { Connection } from "./connection.js";
import { deploy } from "./deploy.js";
import { Fault, faultOf, faultOfProblem, messageText } from "./fault.js";
import * as images from "./images.js";
import { ProtocolClient } from "./protocol_client.js";
import { callPython, converse } from "./python.js";
import { Repl } from "./repl.js";
import { shortName } from "./result_files.js";

const QUICK_S = 1; // how long to wait for an answer while the board restarts
const PAUSE_MS = 500;
const QUIET_MS = 1000; // how long a board is listened to after its reset: on USB its port goes at once

export class Board {
  /** @type {{ connection: Connection, client: ProtocolClient } | null} */
  #link = null; // while the port is open
  /** @type {Promise<unknown>} */
  #last = Promise.resolve(); // ends with the last conversation that has been asked for
  /** @type {HelloReply | null} */
  hello = null;
  /** @type {StatusReply | null} */
  status = null;
  /** @type {SelftestReply | null} */
  report = null; // reply to `selftest`
  /** @type {Description | null} */
  described = null; // what these three say
  /** @type {Fault | null} */
  fault = null; // why it does not answer
  /** @type {{ firmware: string, rungs: Record<string, object> }} */
  #proved = { firmware: "", rungs: {} }; // what was measured since this page was opened, of this board and firmware
  busy = ""; // message about a long operation on it, such as flashing
  /** @type {{ sent: number, size: number } | null} */
  progress = null; // { sent, size } of a flash
  pulled = false; // whether its cable is out

  /** @param {SerialPort} port */
  constructor(port) {
    this.port = port;
  }

  /** Its USB serial number, which is in its results; "" before its first answer. */
  get uid() {
    return this.hello?.board ?? "";
  }

  /** The name that its captain gave it, else the last digits of its id; "" before its first answer. */
  get name() {
    return this.hello?.name || shortName(this.uid);
  }

  /** The state of play, such as `game 2: A 87  B 64`; "" before its first answer. */
  get stateText() {
    return this.described ? messageText(this.described.play) : "";
  }

  /** What is wrong with it.
   * @returns {Fault[]} */
  get faults() {
    return this.fault ? [this.fault] : (this.described?.problems ?? []).map(faultOfProblem);
  }

  /** Requests `hello` and `status`, and `selftest` if there is no report yet; an error goes to `fault`. */
  query() {
    return this.#converse(async ({ client }) => {
      const [hello] = await client.request("hello");
      const [status] = await client.request("status");
      if (!this.report || hello.board !== this.uid) [this.report] = await client.request("selftest");
      const replies = JSON.stringify([hello, status, this.report]);
      const described = await callPython("sans_io.worker_api.describe", replies, FACTS.build);
      Object.assign(this, { hello, status, described, fault: null });
    }).catch((error) => this.#setFault(error));
  }

  /** Requests all three again. */
  querySelftest() {
    this.report = null;
    return this.query();
  }

  /** Sends a request; resolves to the reply's data lines as objects. Throws Fault.
   * @param {string} requestType */
  request(requestType, fields = {}) {
    return this.#converse(({ client }) => client.request(requestType, fields));
  }

  /** As `request`, but resolves to the data lines as JSON text.
   * @param {string} requestType */
  requestLines(requestType, fields = {}) {
    return this.#converse(({ client }) => client.requestLines(requestType, fields));
  }

  /** Starts its LED self-test, by which it is recognised among others. Throws Fault: `refused` during a game. */
  lightUp(pinFields = {}) {
    return this.request("selftest", { lights: true, ...pinFields });
  }

  /** Sets its time of day, which it forgets without power; `pinFields` has the PIN, if it has one. */
  setTime(pinFields = {}) {
    return this.request("time", { at: Math.floor(Date.now() / 1000), ...pinFields });
  }

  /** Installs this page's firmware and restarts the board; resolves to the result of `deploy`, `keep` as of
   * DeployOptions. `report(sent, size)` takes bytes; `ownId`: the id that the board gets, "": none.
   * Throws Fault: `in_play` if a game is being played and it is not `forced`, `strangers` if it has files of another
   * program and there is no `keep`, `newer` if its firmware is and it is not a `downgrade`, `twin_results`.
   * @param {{ forced: boolean, keep: import("./deploy.js").DeployOptions["keep"], downgrade: boolean, ownId: string, report: (sent: number, size: number) => void }} options */
  async flash({ forced, keep, downgrade, ownId, report }) {
    return this.#converse(async ({ connection, client }) => {
      const runsFirmware = await checkFlashable(client, { forced, downgrade, ownId });
      if (ownId) await client.request("configure", { uid: ownId });
      const repl = new Repl(connection);
      let done;
      try {
        await repl.enter();
        done = await deploy(repl, images, { runsFirmware, keep, downgrade, report });
      } finally {
        await repl.leave().catch(() => {});
        this.report = null;
      }
      await this.#waitForAnswer();
      return done;
    });
  }

  /** Climbs a rung of host_tools/usb/sans_io/proof.py; resolves to the proof, with the rungs climbed before, and the
   * verdicts on it. `person` asks and tells. Throws Fault: `proof_in_play` and `proof_results` for a board in use, unless
   * it may be `inUse`; those of a rung for which the board has nothing.
   * @param {string} rung
   * @param {boolean} inUse
   * @param {{ tell: (done: number, of: number) => void, say: (message: Message) => void, ask: (message: Message, lines?: Message[]) => Promise<boolean>, bring_up: () => Promise<object> }} person
   * @returns {Promise<{ proof: { board: string }, verdicts: Message[] }>} */
  prove(rung, inUse, person) {
    return this.#converse(async ({ client }) => {
      const [hello] = await client.request("hello");
      const [status] = await client.request("status");
      const [selftest] = await client.request("selftest");
      const obstacle = await callPython("sans_io.worker_api.proof_obstacle", JSON.stringify([status, inUse]));
      if (obstacle) throw faultOfProblem(obstacle);
      const firmware = `${hello.board} ${hello.build}`;
      if (this.#proved.firmware !== firmware) this.#proved = { firmware, rungs: {} };
      this.#proved.rungs[rung] = await this.#climb(rung, person);
      const day = new Date().toISOString().slice(0, 10);
      const terms = JSON.stringify([hello, status, selftest, day, this.#proved.rungs]);
      return callPython("sans_io.worker_api.proof", terms);
    });
  }

  /** Does the steps of a rung, and resolves to its figures; the firmware runs in the end. Throws Fault.
   * @param {string} rung
   * @param {Record<string, (...values: any[]) => any>} person */
  async #climb(rung, person) {
    const script = await fetch("proof_script.py").then((answer) => answer.text());
    /** @type {Repl | null} */
    let repl = null;
    const prompt = async () => {
      if (repl) return repl;
      await this.#waitForAnswer();
      repl = new Repl((await this.#open()).connection);
      await repl.enter();
      return repl;
    };
    const leave = async () => {
      await repl?.leave();
      repl = null;
      await this.#waitForAnswer();
    };
    /** @type {Record<string, (...values: any[]) => any>} */
    const acts = {
      ...person,
      bring_up: async () => ({ ...(await person.bring_up()), rungs: this.#proved.rungs }),
      request: async (type) => {
        if (repl) await leave();
        const { client } = await this.#open();
        const began = performance.now();
        const replies = await client.request(type);
        return [replies, Math.round(10 * (performance.now() - began)) / 10];
      },
      run: async (code) => (await prompt()).run(code),
      reset: async (code, ms) => {
        const said = await (await prompt()).runToReset(code, ms + QUIET_MS);
        repl = null;
        return this.#waitForAnswer().then(
          () => said,
          () => null,
        );
      },
    };
    const seed = String(Math.floor(Math.random() * FACTS.first_numbers));
    try {
      return await converse("begin_rung", [rung, script, seed], (step, ...values) => acts[step](...values));
    } finally {
      await leave().catch(() => {});
      this.report = null;
    }
  }

  /** Closes the port; the next request opens it again. */
  async close() {
    await this.#link?.connection.close();
    this.#link = null;
  }

  /** Waits until it answers again after a restart. Throws Fault. */
  async #waitForAnswer() {
    const deadline = Date.now() + FACTS.start_s * 1000;
    for (;;) {
      try {
        const { client } = await this.#open();
        await client.requestLines("hello", {}, QUICK_S);
        return;
      } catch (error) {
        if (Date.now() > deadline) throw new Fault("not_back", { error: faultOf(error).wrong });
        await new Promise((done) => setTimeout(done, PAUSE_MS));
      }
    }
  }

  /** Opens the port and runs `act`, once all earlier conversations have ended; resolves to its result. Throws Fault.
   * @template Result
   * @param {(link: { connection: Connection, client: ProtocolClient }) => Promise<Result>} act */
  #converse(act) {
    const mine = this.#last.then(async () => act(await this.#open()));
    this.#last = mine.catch(() => {});
    return mine;
  }

  async #open() {
    if (this.#link?.connection.isOpen) return this.#link;
    await this.close();
    const connection = new Connection(this.port);
    await connection.open();
    this.#link = { connection, client: new ProtocolClient(connection) };
    return this.#link;
  }

  /** @param {unknown} error */
  #setFault(error) {
    this.fault = faultOf(error);
    if (this.fault.code === "gone") this.close();
  }
}

/** Resolves to whether the firmware is known to be on the board: it answers, or has stopped. Throws Fault `in_play`,
 * `newer` and `twin_results`, as Board.flash.
 * @param {ProtocolClient} client
 * @param {{ forced: boolean, downgrade: boolean, ownId: string }} options */
async function checkFlashable(client, { forced, downgrade, ownId }) {
  try {
    const [status] = await client.request("status");
    const [report] = await client.request("selftest");
    const terms = JSON.stringify([status, report, forced, downgrade, ownId]);
    const obstacle = await callPython("sans_io.worker_api.obstacle", terms);
    if (obstacle) throw faultOfProblem(obstacle);
  } catch (error) {
    const runs = Object.entries(FACTS.answers).find(([code]) => code === error.code);
    if (!runs) throw error;
    return runs[1];
  }
  return true;
}
