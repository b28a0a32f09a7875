// What can be saved of a finished game: its picture, a film of it, a file of its moves.

import { t } from "./catalogue.js";
import { download } from "./download.js";
import { byId, setText } from "./dom.js";
import { scenarioOf } from "./game-url-codec.js";
import { gamePicture } from "./game-picture.js";

/** Asks what of a game that ended with the result `line` is to be saved.
 * @param {Game} game
 * @param {GameLine} line */
export function saveGame(game, line) {
  setText("save-answer", "");
  byId("save-picture").onclick = () => save("cribbage-game.png", () => gamePicture(game, line));
  byId("save-film").onclick = () => save("cribbage-game.gif", () => film(game, line));
  byId("save-moves").onclick = () =>
    save("cribbage-game.txt", async () => new Blob([scenarioOf(game)], { type: "text/plain" }));
  byId("save-close").onclick = () => byId("save").close();
  byId("save").showModal();
}

/** Makes a file and gives it to the browser to save; says so if the page may not draw it.
 * @param {string} name
 * @param {() => Promise<Blob>} make */
async function save(name, make) {
  const choices = byId("save").querySelectorAll("button");
  setText("save-answer", "");
  choices.forEach((button) => (button.disabled = button.id !== "save-close"));
  try {
    download(name, await make());
    setText("save-answer", t("saving.saved", { name }));
  } catch (error) {
    setText("save-answer", t(error instanceof TypeError ? "page.not_fetched" : "ending.no_picture"));
  } finally {
    choices.forEach((button) => (button.disabled = false));
  }
}

/** Makes the film, by a module that is loaded when a film is first asked for.
 * @param {Game} game
 * @param {GameLine} line */
async function film(game, line) {
  const { gameFilm } = await import("./game-film.js");
  return gameFilm(game, line, (part) =>
    setText("save-answer", t("saving.drawing", { percent: Math.round(100 * part) })),
  );
}
