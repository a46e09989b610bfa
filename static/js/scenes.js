// Others' moves, played on the board one after another: the seat lights up, its card travels, coins and points go where they were paid
// or won, and the figures follow. All of it lies over the page, which is the server's from the start; any key or click ends it.

const LIGHT = 150, CARD = 320, FLOW = 280, APART = 40, REST = 450, SCORING = 900;
// So many coins travel at most; from so many moves on all goes faster.
const COINS = 5, MANY = 4, FAST = 0.6;

export const less = matchMedia("(prefers-reduced-motion: reduce)");
const region = () => document.getElementById("game");
const pause = (time) => new Promise((done) => setTimeout(done, time));

export const layer = () => {
  const found = document.querySelector(".flight");
  if (found) return found;
  const made = document.createElement("div");
  made.className = "row flight";
  made.setAttribute("aria-hidden", "true");
  document.body.append(made);
  return made;
};

// The lines of the log, oldest first. Each bears who did it, which card, and what came to whom or went.
export const lines = () => [...region().querySelectorAll("#log > li[data-n]")].reverse();
export const rowOf = (line) => Number(line.dataset.n.split("-")[0]);
const read = (line) => ({
  seat: line.dataset.seat,
  card: line.dataset.card,
  phase: line.dataset.phase,
  flows: (line.dataset.flows ?? "").split(" ").filter(Boolean).map((flow) => flow.split(":").map(Number)),
  says: line.querySelector(".s")?.textContent.trim() ?? "",
  emblem: line.dataset.seat ? line.querySelector(".seat") : null,
  tile: line.querySelector(".tile"),
});
const isOwn = (line) => Boolean(line.dataset.seat) && line.dataset.seat === region().querySelector(".seats .own-seat")?.dataset.seat;
// What is worth a look: what somebody else did, and every scoring.
export const scenesOf = (found) => found.filter((line) => !isOwn(line) && (line.dataset.seat || line.dataset.flows)).map(read);

const isSeen = (box) => box && box.width > 0 && box.bottom > 0 && box.top < innerHeight;
const boxOf = (place) => place?.getBoundingClientRect();
const first = (...places) => places.map((place) => boxOf(region().querySelector(place))).find(isSeen);
const figureOf = (kind, seat) => region().querySelector(`.seats [data-f="${kind}${seat}"]`);

const fly = (picture, from, to, time, delay = 0) => {
  const x = to.left + to.width / 2 - from.left - from.width / 2, y = to.top + to.height / 2 - from.top - from.height / 2;
  const scale = Math.min(1, Math.max(0.3, to.width / from.width));
  Object.assign(picture.style, { left: `${from.left}px`, top: `${from.top}px`, width: `${from.width}px`, height: `${from.height}px`, transformOrigin: "50% 50%" });
  layer().append(picture);
  const frames = [{ transform: "none" }, { transform: `translate(${x}px, ${y}px)${scale < 1 ? ` scale(${scale})` : ""}` }];
  picture.animate(frames, { duration: time, delay, easing: "ease-out", fill: "backwards" }).finished.then(() => picture.remove(), () => picture.remove());
};

const flow = (kind, count, from, to, time) => {
  for (let place = 0; place < Math.min(count, COINS); place++) {
    const one = document.createElement("i");
    one.className = kind;
    const start = { left: from.left + from.width / 2 - 9, top: from.top + from.height / 2 - 9, width: 18, height: 18 };
    fly(one, start, { ...start, left: to.left + to.width / 2 - 9, top: to.top + to.height / 2 - 9 }, time, place * APART);
  }
};

// The picture of a card: as it lies where it came to, else the small one of the log.
const pictureOf = (scene, home) => {
  const picture = (home ?? scene.tile)?.cloneNode(true);
  if (!picture) return null;
  if (!home) return picture;
  const made = document.createElement("span");
  made.className = picture.className;
  made.append(...picture.childNodes);
  return made;
};

const cardTravels = (scene, origins, time) => {
  const place = origins.findIndex((one) => one.name === scene.card), origin = place < 0 ? null : origins.splice(place, 1)[0];
  const home = [...region().querySelectorAll(`#d-${scene.seat} .stack .card[title], #display .stack .card[title]`)]
    .find((card) => card.title.split(":")[0] === scene.card);
  const picture = pictureOf(scene, origin?.card ?? home);
  const from = isSeen(origin?.box) ? origin.box : first("#tableau .sold", "#tableau .lab");
  const to = isSeen(boxOf(home)) ? boxOf(home) : boxOf(region().querySelector(`.seats [data-seat="${scene.seat}"] .seat`));
  if (!picture || !from || !isSeen(to)) return;
  fly(picture, origin ? from : { left: from.left, top: from.top, width: home ? 62 : 44, height: home ? 86 : 44 }, to, time);
};

let ends = null;

// End the present scenes; the page is as the server made it.
export const stop = () => ends?.();

// `origins` are the cards that have just gone, with their places. What is left when another position comes is handed back by `rest`.
let left = [];
export const rest = () => {
  const found = left;
  stop();
  return found;
};

const write = (figure, value) => {
  if (figure.firstChild) figure.firstChild.nodeValue = String(value).replace("-", "−");
};

export const play = async (scenes, origins = []) => {
  stop();
  const turn = region().querySelector("#turn .wrap"), what = boxOf(turn?.querySelector(".what"));
  if (!scenes.length || !what || document.hidden || less.matches) return;
  left = [...scenes];

  // figures go back to where they were before the first scene, where they can be read
  const shown = new Map();
  for (const [seat, rubles, points] of scenes.flatMap((scene) => scene.flows)) {
    for (const [kind, gain] of [["r", rubles], ["p", points]]) {
      const figure = figureOf(kind, seat), text = figure?.firstChild?.nodeValue;
      if (!gain || !/^\s*[−-]?\d+\s*$/.test(text ?? "")) continue;
      const one = shown.get(figure) ?? { text, now: Number(text.replace("−", "-")) };
      shown.set(figure, { ...one, now: one.now - gain });
    }
  }
  for (const [figure, { now }] of shown) write(figure, now);

  const told = document.createElement("div"), sentence = document.createElement("span"), skip = document.createElement("button");
  told.className = "scene";
  told.classList.toggle("you", turn.parentElement.classList.contains("you"));
  skip.className = "btn sm";
  skip.tabIndex = -1;
  skip.textContent = region().dataset.skip;
  const clock = boxOf(turn.querySelector(".clock, .btns:has(*)"));
  const bar = boxOf(turn.parentElement), start = boxOf(turn.firstElementChild).left - 6;
  Object.assign(told.style, { left: `${start}px`, top: `${bar.top}px`, height: `${bar.height - 1}px`, width: `${(clock?.left ?? bar.right) - start - 10}px` });
  layer().append(told);

  let isOver = false;
  const over = new AbortController();
  ends = () => {
    isOver = true;
    ends = null;
    left = [];
    over.abort();
    for (const [figure, { text }] of shown) if (figure.firstChild) figure.firstChild.nodeValue = text;
    for (const one of layer().querySelectorAll(":scope > .scene, :scope > i, :scope > .tile, :scope > .card")) one.remove();
  };
  for (const kind of ["pointerdown", "keydown", "wheel"]) addEventListener(kind, stop, { capture: true, passive: true, signal: over.signal });
  document.addEventListener("visibilitychange", stop, { signal: over.signal });

  for (const [place, scene] of scenes.entries()) {
    const pace = place >= MANY ? FAST : 1, isScoring = Boolean(scene.phase);
    sentence.textContent = scene.says;
    told.replaceChildren(...(scene.emblem ? [scene.emblem.cloneNode(true)] : []), sentence, skip);
    const row = region().querySelector(`.seats [data-seat="${scene.seat}"]`);
    row?.animate([{ boxShadow: "inset 0 0 0 3px var(--gilt)" }, { boxShadow: "inset 0 0 0 3px transparent" }], { duration: pace * (LIGHT + CARD + REST) });
    await pause(pace * LIGHT);
    if (isOver) return;
    if (scene.card && !isScoring) cardTravels(scene, origins, pace * CARD);
    const bank = first(isScoring ? `#pile-${scene.phase} .ic` : "#tableau .lab", ".phases", "#tableau", "#end");
    for (const [seat, rubles, points] of scene.flows) {
      const purse = boxOf(figureOf("r", seat)), score = boxOf(figureOf("p", seat));
      if (!bank || !isSeen(purse) || !isSeen(score)) continue;
      const time = isScoring ? SCORING - COINS * APART : pace * FLOW;
      if (rubles > 0) flow("rub-i", rubles, bank, purse, time);
      if (rubles < 0) flow("rub-i", -rubles, purse, bank, time);
      if (points > 0) flow("vp-i", points, bank, score, time);
      if (points < 0) flow("vp-i", -points, score, bank, time);
    }
    await pause(isScoring ? SCORING : pace * CARD);
    if (isOver) return;
    for (const [seat, rubles, points] of scene.flows) {
      for (const [kind, gain] of [["r", rubles], ["p", points]]) {
        const figure = figureOf(kind, seat), one = shown.get(figure);
        if (one && gain) write(figure, (one.now += gain));
      }
    }
    left.shift();
    await pause(pace * REST);
    if (isOver) return;
  }
  stop();
};
