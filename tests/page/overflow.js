// Sentences and their keys that do not fit in their place: how many pixels they are too high, and what they say.
async (values) => {
  const { LANGUAGES } = await import("./js/main.js");
  const catalogues = await Promise.all(LANGUAGES.map((language) => import(`./messages/${language}.js`)));
  const box = document.querySelector("#said");
  const [phase, hint] = box.children;
  const found = [];
  for (const words of catalogues.map(({ MESSAGES }) => MESSAGES)) {
    const set = /\{(digit|count)\}|\{teams\}(?= (teams|équipes))/g;
    const fill = (text) => text.replace(set, "4").replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "29");
    const preset = Object.keys(words)
      .filter((key) => /^preset.*name$/.test(key))
      .map((key) => words[key]);
    values.preset = preset.reduce((one, other) => (fill(other).length > fill(one).length ? other : one));
    values.decision = words["decision.false-claim"];
    const hints = Object.keys(words).filter((key) => /^(home\.)?hint\./.test(key));
    const said = Object.keys(words).filter((key) =>
      /^(home\.)?(phase|refused|result.(wins|skunk|low|match))/.test(key),
    );
    for (const key of said) {
      const bare = key.replace("home.", "");
      const [, name] = bare.split(/[._]/);
      phase.textContent = fill(
        bare.startsWith("refused.") ? words["refused.said"].replace("{why}", words[key]) : fill(words[key]),
      );
      const mine = bare.startsWith("phase.")
        ? hints.filter((hint) => hint.replace("home.", "").startsWith(`hint.${name}`))
        : [];
      for (const one of mine.length ? mine : [""]) {
        hint.textContent = one && fill(words[one]);
        const over = phase.offsetHeight + hint.offsetHeight - box.clientHeight;
        if (over > 0) found.push([over, phase.textContent, hint.textContent]);
      }
    }
  }
  return found;
};
