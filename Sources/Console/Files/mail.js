// The messages that apps sent through Graph, and that the service itself sent.

import { call, get, here } from "./api.js";
import { button, cut, el, facts, field, link, name, row, say, show, table, time } from "./dom.js";

export async function mail({ body, rest, parameters, signal, reload }) {
  return rest[0] ? one(body, rest[0], reload) : list(body, parameters, signal, reload);
}

async function list(body, parameters, signal, reload) {
  const to = el("input", { type: "search", autocomplete: "off", placeholder: "A whole address", value: parameters.to ?? "" });
  const search = el("form", { class: "row", onsubmit: (event) => {
    event.preventDefault();
    location.hash = to.value.trim() ? `#/mail?${new URLSearchParams({ to: to.value.trim() })}` : "#/mail";
  } }, field("To", to), el("button", { type: "submit" }, "Show"));
  const found = el("div", { class: "messages" });
  const query = new URLSearchParams({ limit: 200, ...(parameters.to ? { to: parameters.to } : {}) });
  let before;
  const draw = async () => {
    const { mail: messages, dropped } = await get(`/mail?${query}`);
    const now = messages.map(({ id }) => id).join();
    if (signal.aborted || now === before) return;
    before = now;
    show(found, messages.length
      ? table("Messages", ["Subject", "To", "From", "App", "Sent"], messages.map((message) => row(
        link(`#/mail/${message.id}`, name(message.subject || "(no subject)")), name([...message.to, ...message.cc, ...message.bcc].join(", ")),
        name(message.from ?? ""), name(message.client ?? "the service"), time(message.sentAt))))
      : el("p", { class: "quiet" }, "No message was sent. What an app sends by Graph, sendMail or a draft, stands here; nothing leaves this machine."),
    dropped > 0 && el("p", { class: "quiet" }, `${dropped} older messages had to go for want of room.`));
  };
  show(body, el("div", { class: "bar" }, search, button("Forget all", async () => {
    const { removed } = await call("DELETE", "/mail");
    say(`${removed} messages are forgotten.`);
    reload();
  })), found);
  await draw();
  const timer = setInterval(() => !document.hidden && draw().catch(() => {}), 2000);
  signal.addEventListener("abort", () => clearInterval(timer));
}

async function one(body, id, reload) {
  const message = await get(`/mail/${encodeURIComponent(id)}`);
  const base = `${here}/mail/${message.id}`;
  const people = [["To", message.to], ["Cc", message.cc], ["Bcc", message.bcc], ["Reply to", message.replyTo]].filter(([, all]) => all.length);
  const section = (title, ...content) => el("section", { class: "box" }, el("h2", {}, title), content);
  show(body,
    el("p", {}, link("#/mail", "← All messages")),
    section(message.subject || "(no subject)",
      facts([["From", name(message.from ?? "")], ...(message.sender === message.from ? [] : [["Sender", name(message.sender ?? "")]]),
        ...people.map(([term, all]) => [term, name(all.join(", "), 300)]), ["Sent", time(message.sentAt)],
        ["By", name([message.client, message.user].filter(Boolean).join(", ") || "the service itself")],
        ["In the inbox of", message.delivered.length ? name(message.delivered.join(", ")) : "nobody of this world"],
        ["Sent Items", message.savedToSentItems ? "saved" : "not saved"],
        ...(message.exchange ? [["Exchange", link(`#/exchange/${message.exchange}`, "why it was sent")]] : [])]),
      el("p", { class: "bar" }, message.html && el("a", { href: `${base}/html`, target: "_blank", rel: "noopener noreferrer" }, "Show the HTML"),
        el("a", { href: `${base}/raw`, download: "message.eml" }, "Save as MIME"),
        button("Forget it", async () => {
          await call("DELETE", `/mail/${message.id}`);
          location.hash = "#/mail";
          reload();
        }))),
    section("Text", el("pre", {}, cut(message.text, 20_000))),
    message.links.length > 0 && section("Links", el("ul", {}, message.links.map((found) => el("li", {}, name(found.text), ": ", el("code", {}, cut(found.url, 500)))))),
    message.codes.length > 0 && section("Codes", el("ul", {}, message.codes.map((code) => el("li", {}, el("code", {}, code))))),
    message.attachments.length > 0 && section("Attachments", el("ul", {}, message.attachments.map((file, place) => el("li", {},
      el("a", { href: `${base}/attachments/${place + 1}`, download: file.name }, name(file.name)), ` ${file.contentType ?? ""}, ${file.size.toLocaleString("en")} bytes${file.inline ? ", inline" : ""}`)))),
    section("Header fields", table("Header fields", ["Name", "Value"], message.headers.map((one_) => row(name(one_.name), name(one_.value, 500))))));
}
