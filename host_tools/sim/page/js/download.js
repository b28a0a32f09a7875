// Downloads of files that the page has made.

/** Lets the browser save `blob` as a file of that name.
 * @param {string} name
 * @param {Blob} blob */
export function download(name, blob) {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
