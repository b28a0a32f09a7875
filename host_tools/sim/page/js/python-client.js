// Client of the worker that runs Python: calls functions by name. The worker is started by the first call.

import { scriptUrl } from "./site-url.js";

const SCRIPT = "python-worker.js";

export class PythonClient {
  /** @type {Worker | null} */
  #worker = null;
  /** @type {Map<number, { resolve: (result: any) => void, reject: (error: Error) => void }>} */
  #pending = new Map(); // number of a call → the functions that settle its promise
  #lastNumber = 0;

  /** @param {string} sources the file of this site that has the Python */
  constructor(sources) {
    this.sources = sources;
  }

  /** Calls a function, such as cards.worker_api.pack, with texts; resolves to its value. Rejects with an Error if it raises, or does not start: then the
   * error's `key` may be that of a message.
   * @param {string} name
   * @param {...string} texts
   * @returns {Promise<string>} */
  call(name, ...texts) {
    this.#worker ??= this.#startWorker();
    const number = ++this.#lastNumber;
    const dot = name.lastIndexOf(".");
    const [module, call] = [name.slice(0, dot), name.slice(dot + 1)];
    this.#worker.postMessage({ number, sources: this.sources, module, call, texts });
    return new Promise((resolve, reject) => this.#pending.set(number, { resolve, reject }));
  }

  #startWorker() {
    const worker = new Worker(scriptUrl(new URL(SCRIPT, import.meta.url)), { type: "module" });
    worker.onmessage = ({ data }) => this.#handleReply(data);
    worker.onerror = () => this.#handleError();
    return worker;
  }

  /** @param {PythonReply} reply */
  #handleReply({ number, result, error, key }) {
    const call = this.#pending.get(number); // none if the worker has failed meanwhile
    this.#pending.delete(number);
    if (error) call?.reject(Object.assign(new Error(error), { key }));
    else call?.resolve(result);
  }

  /** Rejects all calls: the worker could not be started. The next call starts another. */
  #handleError() {
    this.#worker = null;
    for (const { reject } of this.#pending.values()) reject(new Error(SCRIPT));
    this.#pending.clear();
  }
}
