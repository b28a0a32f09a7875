// Importing this makes MicroPython's build quicker. At each call that may raise, the build asks WebAssembly's table for
// the function, and asks again to check that it was told the same; but it puts nothing into that table later.
// No import, no export: Node takes it too, for host_tools/sim/node.mjs and the boards of `cribboard sim --serial`.

const { get } = WebAssembly.Table.prototype;

WebAssembly.Table.prototype.get = function (index) {
  const known = (this.known ??= []);
  return (known[index] ??= get.call(this, index));
};
