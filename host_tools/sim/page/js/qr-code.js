// Draws QR codes, by a library that is loaded when the first one is wanted.

/** Shows a text as a QR code in an image. Throws if the library cannot be loaded.
 * @param {HTMLImageElement} image
 * @param {string} text */
export async function showQrCode(image, text) {
  const { encodeQR } = await import("../qr/index.js");
  // On a screen nothing is torn or soiled: less correction makes larger squares.
  image.src = `data:image/svg+xml,${encodeURIComponent(encodeQR(text, "svg", { ecc: "low", border: 4 }))}`;
}
