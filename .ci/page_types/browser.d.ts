// What these pages use of browsers and TypeScript's own library does not know.

interface SerialPort extends EventTarget {
  readonly connected?: boolean;
  readonly readable: ReadableStream<Uint8Array> | null;
  readonly writable: WritableStream<Uint8Array> | null;
  open(options: { baudRate: number; bufferSize?: number }): Promise<void>;
  close(): Promise<void>;
  forget?(): Promise<void>;
  getInfo(): { usbVendorId?: number; usbProductId?: number };
  setSignals(signals: { dataTerminalReady?: boolean; requestToSend?: boolean; break?: boolean }): Promise<void>;
}

interface Serial extends EventTarget {
  getPorts(): Promise<SerialPort[]>;
  requestPort(options?: { filters: { usbVendorId: number }[] }): Promise<SerialPort>;
}

interface Navigator {
  readonly serial: Serial;
  readonly wakeLock: { request(type: "screen"): Promise<EventTarget & { readonly released: boolean; release(): Promise<void> }> };
}

// What a selector finds is the page's to know.
interface ParentNode {
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
}

declare namespace WebAssembly {
  interface Table {
    cache?: unknown[]; // of wasm-table-cache.js
  }
}
