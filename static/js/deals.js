// The construction of docs/deals.md: fields, hashes and drawn orders, by the browser's own cryptography.
export const hex = (bytes) => Array.from(new Uint8Array(bytes), (one) => one.toString(16).padStart(2, "0")).join("");
export const unhex = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

// Each part after its length in four bytes, big-endian; texts in UTF-8.
const fields = (...parts) => {
  const all = parts.map((part) => (typeof part === "string" ? new TextEncoder().encode(part) : part));
  const out = new Uint8Array(all.reduce((sum, one) => sum + 4 + one.length, 0));
  let at = 0;
  for (const one of all) {
    new DataView(out.buffer).setUint32(at, one.length);
    out.set(one, at + 4);
    at += 4 + one.length;
  }
  return out;
};
export const hash = async (...parts) => hex(await crypto.subtle.digest("SHA-256", fields(...parts)));

export const sealed = (contribution) => hash("stpete-contribution/1", unhex(contribution));

// The seed of a record's deal: by its phrases in the first version, by its contributions in the second, and a public round in the third.
export const seedOf = async (deal) => {
  const key = await crypto.subtle.importKey("raw", unhex(deal.secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const { beacon } = deal;
  const before = beacon ? ["stpete-seed/3", deal.table, String(beacon.round), unhex(beacon.randomness ?? "")] : ["stpete-seed/2", deal.table];
  const given = deal.contributions
    ? [...before, ...deal.contributions.map(({ opened }) => unhex(opened ?? ""))]
    : ["stpete-seed/1", deal.table ?? deal.deal, ...deal.phrases];
  return hex(await crypto.subtle.sign("HMAC", key, fields(...given)));
};

// Whether the randomness of a public round is the hash of its signature.
export const isDrawn = async ({ signature, randomness }) => hex(await crypto.subtle.digest("SHA-256", unhex(signature))) === randomness;

export const order = async (seed, what, items) => {
  const drawn = await Promise.all(items.map(async (item) => [await hash("stpete-order/1", unhex(seed), what, String(item)), item]));
  return drawn.sort(([one], [other]) => (one < other ? -1 : 1)).map(([, item]) => item);
};
