// A quiet tone when something has happened, two when it is the reader's turn. Off until he switches it on; kept on this device.

const KEY = "sound", LOUD = 0.05;
const button = () => document.querySelector("[data-sound]");
const turn = () => Boolean(document.querySelector("#turn.you"));
const latest = () => document.querySelector("#log > li")?.dataset.n ?? "";

let isOn = false;
try {
  isOn = localStorage.getItem(KEY) === "on";
} catch {
  // no storage on this device: off each time
}

let audio = null;
const ready = () => {
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume();
};

const tone = (pitch, after) => {
  const start = audio.currentTime + after, voice = audio.createOscillator(), volume = audio.createGain();
  voice.frequency.value = pitch;
  volume.gain.setValueAtTime(0.0001, start);
  volume.gain.exponentialRampToValueAtTime(LOUD, start + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + 0.4);
  voice.connect(volume).connect(audio.destination);
  voice.start(start);
  voice.stop(start + 0.45);
};
const play = (isTurn) => {
  ready();
  tone(523, 0);
  if (isTurn) tone(784, 0.16);
};

const dress = () => {
  const found = button();
  if (!found) return;
  found.hidden = false;
  found.setAttribute("aria-pressed", String(isOn));
};

document.addEventListener("click", (event) => {
  if (!event.target.closest?.("[data-sound]")) return;
  isOn = !isOn;
  try {
    localStorage.setItem(KEY, isOn ? "on" : "off");
  } catch {
    // as above
  }
  dress();
  if (isOn) play(false);
});
// Browsers play nothing before somebody has touched the page.
addEventListener("pointerdown", () => isOn && ready(), { once: true });

let known = latest(), wasTurn = turn();
document.addEventListener("swapped", () => {
  dress();
  if (isOn && (latest() !== known || (turn() && !wasTurn))) play(turn() && !wasTurn);
  known = latest();
  wasTurn = turn();
});
dress();
