// Subscribes this browser to pushes and takes it off again. What is pushed is shown by the service worker.
const panel = document.querySelector("[data-push]");
const [on, off, status] = ["[data-on]", "[data-off]", "[data-said]"].map((one) => panel.querySelector(one));
const say = (text) => { status.textContent = text; };

const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (sign) => sign.charCodeAt(0));

const send = (address, told) => fetch(address, {
  method: "POST",
  headers: { "Content-Type": "application/json", "X-CSRFToken": panel.querySelector("[name=csrfmiddlewaretoken]").value },
  body: JSON.stringify(told),
});

// A name for the list of browsers, so that its owner knows which one it is.
const label = () => {
  const agent = navigator.userAgent;
  const browser = [["Edg/", "Edge"], ["OPR/", "Opera"], ["Firefox/", "Firefox"], ["Chrome/", "Chrome"], ["Safari/", "Safari"]]
    .find(([sign]) => agent.includes(sign));
  const system = ["Android", "iPhone", "iPad", "Windows", "Mac OS", "Linux"].find((one) => agent.includes(one));
  return [browser?.[1], system].filter(Boolean).join(", ");
};

const worker = () => navigator.serviceWorker.register(`/service-worker.js?${document.documentElement.lang}`);

const show = async () => {
  const there = await navigator.serviceWorker.getRegistration("/");
  const subscription = await there?.pushManager.getSubscription();
  on.hidden = Boolean(subscription);
  off.hidden = !subscription;
};

const subscribe = async () => {
  if (await Notification.requestPermission() !== "granted") return say(status.dataset.denied);
  const key = bytes(panel.dataset.push);
  await worker();
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const answer = await send(panel.dataset.subscribe, { ...subscription.toJSON(), label: label() });
  if (answer.ok) location.reload();
  else {
    await subscription.unsubscribe();
    say((await answer.json()).detail || status.dataset.failed);
  }
};

const unsubscribe = async () => {
  const there = await navigator.serviceWorker.getRegistration("/");
  const subscription = await there?.pushManager.getSubscription();
  if (subscription) {
    await send(panel.dataset.forget, { endpoint: subscription.endpoint });
    await subscription.unsubscribe();
  }
  location.reload();
};

if (!panel.dataset.push) {
  // the site has no key yet
} else if (!("serviceWorker" in navigator) || !("PushManager" in window) || !("Notification" in window)) say(status.dataset.missing);
else {
  on.addEventListener("click", () => subscribe().catch(() => say(status.dataset.failed)));
  off.addEventListener("click", () => unsubscribe().catch(() => say(status.dataset.failed)));
  show().catch(() => say(status.dataset.failed));
}
