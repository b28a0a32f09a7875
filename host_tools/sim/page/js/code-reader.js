// Reads QR codes: by the camera, from photos, or as a text that another reader has read.

const EVERY_MS = 150;
const LONGEST_PX = 3840; // side of a picture that the library takes

/** Resolves to the texts of all QR codes in a picture; none if it shows none. Throws if the library cannot be loaded.
 * @param {ImageBitmap} picture
 * @returns {Promise<string[]>} */
async function readCodes(picture) {
  if ("BarcodeDetector" in window)
    return (await new BarcodeDetector({ formats: ["qr_code"] }).detect(picture)).map(({ rawValue }) => rawValue);
  const { decodeQRBatch } = await import("../qr/decode.js");
  const [found] = await decodeQRBatch([pixelsOf(picture)]);
  return found.flatMap((text) => (typeof text === "string" ? [text] : []));
}

/** The picture's pixels, of a large one fewer.
 * @param {ImageBitmap} picture */
function pixelsOf(picture) {
  const scale = Math.min(1, LONGEST_PX / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }));
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

/** Resolves to the texts of all QR codes in photos. A file that is no picture has none.
 * @param {Iterable<File>} photos */
export async function readPhotos(photos) {
  const texts = [];
  for (const photo of photos) {
    const picture = await createImageBitmap(photo).catch(() => null);
    if (picture) texts.push(...(await readCodes(picture)));
  }
  return texts;
}

/** Whether this page may ask for the camera: browsers allow it over HTTPS and on this machine alone. */
export const hasCamera = Boolean(navigator.mediaDevices?.getUserMedia);

/** The camera, shown in a `video`; `onCode(text)` is called for each code that it sees, again and again while it does. */
export class Camera {
  /** @type {MediaStream | null} */
  #stream = null;

  /** @param {HTMLVideoElement} video
   * @param {(text: string) => void} onCode */
  constructor(video, onCode) {
    this.video = video;
    this.onCode = onCode;
  }

  get on() {
    return this.#stream !== null;
  }

  /** Throws if there is no camera, or the reader does not allow it. */
  async start() {
    const stream = (this.#stream = await navigator.mediaDevices.getUserMedia({
      video: { facingMode: "environment", width: { ideal: 1280 } },
    }));
    this.video.srcObject = stream;
    this.video.hidden = false;
    await this.video.play();
    this.#look(stream);
  }

  stop() {
    for (const track of this.#stream?.getTracks() ?? []) track.stop();
    this.#stream = this.video.srcObject = null;
    this.video.hidden = true;
  }

  /** @param {MediaStream} stream */
  async #look(stream) {
    while (this.#stream === stream) {
      // A frame that cannot be read is followed by another.
      const picture = await createImageBitmap(this.video).catch(() => null);
      const texts = picture ? await readCodes(picture).catch(() => []) : [];
      picture?.close();
      if (this.#stream === stream) texts.forEach(this.onCode);
      await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    }
  }
}
