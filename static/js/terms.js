// Comfort for the form of a table: greys out what does not go with what is chosen, and says why. What goes together is no
// knowledge of this script: the page brings the engine's answer to every selection. Nothing depends on it.
"use strict";

(() => {
  const terms = document.querySelector("[data-terms]");
  if (!terms) return;
  const { sets, players: most, signs, refusals } = JSON.parse(document.getElementById("selections").textContent);
  const paces = JSON.parse(document.getElementById("paces").textContent);
  const pick = (name) => terms.querySelector(`input[name=${name}]:checked`)?.value;
  const boxes = sets.map((name) => terms.querySelector(`input[name=sets][value="${CSS.escape(name)}"]`));
  const ticked = () => boxes.reduce((mask, box, bit) => mask | (box.checked ? 1 << bit : 0), 0);
  const first = (edition, players) => ((edition - 1) * most + players - 1) << sets.length;

  // the refusal of a selection: null if it is accepted
  const refusal = (edition, players, mask) => {
    const sign = signs.charCodeAt(first(edition, players) + mask) - "0".charCodeAt(0);
    return sign ? refusals[sign - 1] : null;
  };
  // in this edition some selection with this set is accepted
  const isPossible = (edition, bit) => {
    for (let players = 1; players <= most; players++) {
      for (let mask = 0; mask < 1 << sets.length; mask++) {
        if (mask >> bit & 1 && !refusal(edition, players, mask)) return true;
      }
    }
    return false;
  };
  const say = (element, why) => {
    if (!why) return element.replaceChildren();
    const link = Object.assign(document.createElement("a"), { className: "rid said", href: why.address, title: why.rule, textContent: why.words });
    element.replaceChildren(`${why.reason} (`, link, ")");
  };
  const offer = (input, why) => {
    const label = input.closest("label");
    input.disabled = Boolean(why);
    label.classList.toggle("off", Boolean(why));
    say(label.querySelector("[data-because]"), why);
  };

  const fit = (event) => {
    const edition = Number(pick("edition"));
    if (event?.target.name === "edition") {
      boxes.forEach((box, bit) => {
        if (box.checked && !isPossible(edition, bit)) box.checked = false;
      });
    }
    const players = Number(pick("players")), mask = ticked(), now = refusal(edition, players, mask);
    // what is refused for the same reason as now may be the first of two steps that mend it
    const why = (then) => (then && then !== now ? then : null);
    boxes.forEach((box, bit) => offer(box, box.checked ? null : why(refusal(edition, players, mask | 1 << bit))));
    for (const radio of terms.querySelectorAll("input[name=players]")) {
      offer(radio, radio.checked ? null : why(refusal(edition, Number(radio.value), mask)));
    }
    const said = terms.querySelector("[data-refused]");
    said.hidden = !now;
    say(said, now);

    const picked = boxes.filter((box) => box.checked).map((box) => box.closest("label").querySelector("b").textContent);
    const chosen = terms.querySelector("[data-chosen]");
    chosen.textContent = picked.join(", ") || chosen.dataset.none;
    const hurdles = terms.querySelector("[data-hurdles] select");
    if (hurdles) hurdles.disabled = !boxes[sets.indexOf("hurdles")].checked;  // a number for no hurdles would be refused
    const pace = paces[terms.querySelector("select[name=pace]").value], length = terms.querySelector("[data-length]");
    length.hidden = terms.querySelector("select[name=pace]").value.startsWith("own");
    if (length.hidden) terms.querySelector("[name=hours]").closest("details").open = true;
    if (pace) length.textContent = pace.more + length.dataset.length.replace("{length}", pace.lengths[+(terms.querySelector("[name=nights]").value > 0)][players - 1]);
  };
  terms.addEventListener("change", fit);
  fit();
})();
