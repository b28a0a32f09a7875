// Shares a finished game: a link that replays it, a picture, a file.

import { t } from "./catalogue.js";
import { download } from "./download.js";
import { byId, context2d, setText, svg } from "./dom.js";
import { packGame, scenarioOf } from "./game-url-codec.js";
import { drawGraph } from "./graph.js";
import { address, isLocal } from "./public-address.js";

const PICTURE = { width: 1200, height: 630 };

/** Opens the dialog that shares `game`; `verdict` is the sentence on its result.
 * @param {Game} game
 * @param {string} verdict */
export function openShareDialog(game, verdict) {
  const link = address ? new URL(`#${packGame(game)}`, address).href : "";
  byId("share-link").value = link;
  setText("share-answer", link ? (isLocal ? t("ending.local_link") : "") : t("ending.no_link"));
  /** @type {HTMLElement} */ (byId("share-link").closest("label")).hidden = byId("share-copy").hidden = !link;
  byId("share-send").hidden = !link || isLocal || !navigator.share;
  byId("share-send").onclick = () => navigator.share({ title: t("page.title"), text: verdict, url: link }).catch(() => {});
  byId("share-copy").onclick = () => copyLink(link);
  byId("share-picture").onclick = () => sharePicture(game, verdict);
  byId("share-file").onclick = () => download("cribbage-game.txt", new Blob([scenarioOf(game)], { type: "text/plain" }));
  byId("share-close").onclick = () => byId("share").close();
  byId("share").showModal();
}

/** @param {string} link */
async function copyLink(link) {
  try {
    await navigator.clipboard.writeText(link);
    setText("share-answer", t("ending.copied"));
  } catch {
    byId("share-link").select();
    setText("share-answer", t("ending.copy_self"));
  }
}

/** Makes the picture as PNG; offers to send it if the browser can share files, else downloads it. A site's policy may
 * forbid the page to draw one.
 * @param {Game} game
 * @param {string} verdict */
async function sharePicture(game, verdict) {
  const blob = await toPng(drawCard(game, verdict)).catch(() => null);
  if (!blob) return setText("share-answer", t("ending.no_picture"));
  const file = new File([blob], "cribbage-game.png", { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) await navigator.share({ files: [file], text: verdict }).catch(() => {});
  else download(file.name, blob);
}

/** Draws the picture: verdict, graph and the page's name.
 * @param {Game} game
 * @param {string} verdict */
function drawCard(game, verdict) {
  const { width, height } = PICTURE;
  const drawn = drawGraph(game, { width: width - 120, height: height - 210, ink: "#3b2416", size: 26 });
  drawn.setAttribute("x", "60");
  drawn.setAttribute("y", "150");
  /** @type {(y: number, size: number, content: string) => SVGTextElement} */
  const text = (y, size, content) => svg("text", { x: 60, y, "font-size": size, "font-family": "Georgia, serif", "font-weight": 600, fill: "#2b1c10" }, content);
  const ground = svg("rect", { width, height, fill: "#e6cfa4" });
  const title = verdict.length > 60 ? 36 : 50;
  return svg("svg", { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${width} ${height}`, width, height }, ground, text(92, title, verdict), drawn, text(height - 24, 24, t("page.title")));
}

/** Renders an SVG element of PICTURE's size as a PNG blob.
 * @param {SVGElement} drawing
 * @returns {Promise<Blob | null>} */
async function toPng(drawing) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(drawing))}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), PICTURE);
  context2d(canvas).drawImage(image, 0, 0);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
