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
  readonly wakeLock: {
    request(type: "screen"): Promise<EventTarget & { readonly released: boolean; release(): Promise<void> }>;
  };
}

declare class BarcodeDetector {
  constructor(options: { formats: string[] });
  detect(image: ImageBitmap): Promise<{ rawValue: string }[]>;
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

interface Array<T> {
  findLast(predicate: (value: T, index: number, array: T[]) => unknown): T | undefined;
  toSpliced(start: number, deleteCount: number, ...items: T[]): T[];
}

/** Emscripten's file system. */
interface EmscriptenFS {
  mkdirTree(path: string): void;
  readdir(path: string): string[];
  stat(path: string): { mode: number };
  isDir(mode: number): boolean;
  readFile(path: string): Uint8Array;
  writeFile(path: string, content: string | Uint8Array): void;
}

declare var trustedTypes:
  | {
      createPolicy(
        name: string,
        rules: { createScriptURL(url: string): string },
      ): { createScriptURL(url: string): string };
    }
  | undefined;
