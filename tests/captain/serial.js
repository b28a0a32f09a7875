// A navigator.serial whose ports are virtual boards, each behind a WebSocket of `tests/captain/websocket_ports.py`.
//
// `plugged()` is Python's: number and address of each board whose cable is in. What the reader has chosen once is
// remembered, as browsers do. The chooser offers what was not chosen yet, in order; `navigator.serial.cancels` closes it.
(() => {
  if (location.protocol === "about:") return; // there is no storage
  const UNPLUGGED = 4001; // websocket_ports.py
  const lost = () => new DOMException("The device has been lost.", "NetworkError");

  class Port extends EventTarget {
    constructor(number, address) {
      super();
      Object.assign(this, { number, address, connected: true, readable: null, writable: null, socket: null });
    }

    getInfo() {
      return { usbVendorId: 0x2e8a, usbProductId: 5 };
    }

    async open({ baudRate }) {
      if (!baudRate) throw new TypeError("baudRate");
      if (this.readable) throw new DOMException("The port is already open.", "InvalidStateError");
      const socket = new WebSocket(this.address);
      socket.binaryType = "arraybuffer";
      await new Promise((opened, refused) => {
        socket.onmessage = opened;
        socket.onclose = ({ code }) => {
          if (code === UNPLUGGED) this.gone();
          refused(new DOMException("Failed to open serial port.", "NetworkError"));
        };
      });
      this.socket = socket;
      this.readable = new ReadableStream({ start: (to) => this.hear(socket, to) });
      this.writable = new WritableStream({ write: (bytes) => this.say(socket, bytes) });
    }

    hear(socket, to) {
      socket.onmessage = ({ data }) => to.enqueue(new Uint8Array(data));
      socket.onclose = () => {
        if (this.socket !== socket) return;
        this.readable = this.writable = this.socket = null;
        to.error(lost());
        this.gone();
      };
    }

    say(socket, bytes) {
      if (socket.readyState !== WebSocket.OPEN) throw lost();
      socket.send(bytes);
    }

    gone() {
      if (!this.connected) return;
      this.connected = false;
      navigator.serial.tell("disconnect", this);
    }

    async setSignals() {}

    async close() {
      if (!this.socket) throw new DOMException("The port is already closed.", "InvalidStateError");
      if (this.readable.locked || this.writable.locked) throw new TypeError("Cannot cancel a locked stream");
      const { socket } = this;
      this.readable = this.writable = this.socket = null;
      socket.close();
      await new Promise((closed) => (socket.onclose = closed));
    }

    async forget() {
      granted.delete(this.number);
      remember();
    }
  }

  const ports = new Map(); // number → the port that is plugged in
  const granted = new Set(JSON.parse(localStorage.getItem("granted ports") ?? "[]"));
  const remember = () => localStorage.setItem("granted ports", JSON.stringify([...granted]));

  class Serial extends EventTarget {
    cancels = false;

    tell(kind, port) {
      const event = new Event(kind);
      Object.defineProperty(event, "target", { value: port });
      this.dispatchEvent(event);
    }

    /** Takes notice of cables that were put in or pulled. */
    async refresh() {
      const there = await window.plugged();
      for (const [number, port] of ports) {
        if (port.connected && there.some((one) => one.number === number && one.address === port.address)) continue;
        ports.delete(number);
        port.gone();
      }
      for (const { number, address } of there) {
        if (ports.has(number)) continue;
        ports.set(number, new Port(number, address));
        if (granted.has(number)) this.tell("connect", ports.get(number));
      }
    }

    async getPorts() {
      await this.refresh();
      return [...ports.values()].filter(({ number }) => granted.has(number));
    }

    async requestPort({ filters }) {
      if (!navigator.userActivation.isActive)
        throw new DOMException("Must be handling a user gesture.", "SecurityError");
      await this.refresh();
      const [chosen] = [...ports.values()].filter(({ number }) => !granted.has(number));
      const fits = filters.some(({ usbVendorId }) => usbVendorId === 0x2e8a);
      if (!chosen || !fits || this.cancels) throw new DOMException("No port selected by the user.", "NotFoundError");
      granted.add(chosen.number);
      remember();
      return chosen;
    }
  }

  Object.defineProperty(navigator, "serial", { value: new Serial(), configurable: true });
})();
