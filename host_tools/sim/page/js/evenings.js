// The drawer's part with the games of all evenings: the tally by names, each game to be seen again, and a file of all.

import { counted, list, minus, t } from "./catalogue.js";
import { byId, html, setText } from "./dom.js";
import { download } from "./download.js";
import { exportGames, importGames, keptGames, tallyOf } from "./games.js";
import { unpackGame } from "./game-url-codec.js";
import { tallyPicture } from "./tally-picture.js";

const SHOWN = 30; // of the last games

/** Shows tally and games. `watch(game)` plays one again.
 * @param {(game: import("./game-url-codec.js").LinkedGame) => void} watch */
export function showEvenings(watch) {
  const games = keptGames();
  byId("no-games").hidden = games.length > 0;
  byId("tally").replaceChildren(
    ...tallyOf(games).map((tally) =>
      html("li", {}, html("span", {}, wonText(tally)), ...skunkTexts(tally).map((text) => html("small", {}, text))),
    ),
  );
  byId("games").replaceChildren(
    ...games.slice(0, SHOWN).map((game) => {
      const again = html("button", { type: "button" }, t("tally.watch"));
      const linked = unpackGame(game.link);
      again.hidden = !linked;
      again.onclick = () => linked && watch(linked);
      return html("li", {}, html("span", {}, gameText(game)), again);
    }),
  );
  byId("tally-picture").disabled = byId("tally-export").disabled = !games.length;
  byId("tally-picture").onclick = savePicture;
  byId("tally-export").onclick = () => download("cribbage-games.json", exportGames());
  byId("tally-import").onclick = () => byId("tally-file").click();
  byId("tally-file").onchange = async () => {
    const text = await byId("tally-file").files?.[0]?.text();
    byId("tally-file").value = "";
    try {
      const added = importGames(text ?? "");
      showEvenings(watch);
      setText("tally-answer", counted("tally.imported", added));
    } catch {
      setText("tally-answer", t("tally.no_games_file"));
    }
  };
}

/** Returns how many games each has won: "Ann 14 – Bob 11".
 * @param {import("./games.js").Tally} tally */
const wonText = ({ names, won }) => names.map((name, place) => `${name} ${minus(won[place])}`).join(" – ");

/** Returns who has skunked whom, a sentence for each two.
 * @param {import("./games.js").Tally} tally */
const skunkTexts = ({ names, skunks }) =>
  names.flatMap((winner, place) =>
    names.flatMap((loser, other) => {
      const count = skunks[place][other];
      return count ? [counted("tally.skunked", count, { winner, loser })] : [];
    }),
  );

/** @param {import("./games.js").KeptGame} game */
function gameText({ at, names, scores, winner, corrected }) {
  const day = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium" }).format(at);
  const sides = list(names.map((name, place) => `${name} ${scores[place]}`));
  const game = t(winner < 0 ? "tally.left" : "tally.game", { day, sides });
  return corrected ? t("tally.corrected", { game }) : game;
}

async function savePicture() {
  try {
    download(
      "cribbage-tally.png",
      await tallyPicture(tallyOf(keptGames()).map((tally) => [wonText(tally), ...skunkTexts(tally)])),
    );
  } catch {
    setText("tally-answer", t("ending.no_picture"));
  }
}
