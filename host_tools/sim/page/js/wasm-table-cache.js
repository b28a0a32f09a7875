// Caches WebAssembly.Table.prototype.get for MicroPython's build, which at each call that may raise asks the table for
// the function, and asks again to check the answer. It puts nothing into the table later, so an answer stays right.
// No import, no export: Node takes it too, for micropython_process.mjs and the boards of `cribboard sim --serial`.

const { get } = WebAssembly.Table.prototype;

/** @param {number} index */
WebAssembly.Table.prototype.get = function (index) {
  const cache = (this.cache ??= []);
  return (cache[index] ??= get.call(this, index));
};
