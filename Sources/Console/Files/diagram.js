// A sign-in as a sequence diagram: who asked whom, and what came back.

import { svg } from "./dom.js";
import { isLogin, isRefused, phase, refusal } from "./sign-ins.js";

const LANES = ["Browser", "App", "mockidp", "Graph"];
const X = [80, 270, 500, 690];
const WIDTH = 780;
const STEP = 52;
const TOP = 60;

/** Who asks, and who answers. */
function ends(exchange) {
  if (phase(exchange) === "Graph" && exchange.endpoint !== "userInfo") return [1, 3];
  if (isLogin(exchange) || exchange.endpoint === "logout") return [0, 2];
  return [1, 2];
}

function question(exchange) {
  const kind = phase(exchange);
  if (kind === "token" || kind === "refresh") return `${kind}: ${(exchange.grant ?? "").replace(/^urn:.*:/u, "")}`;
  if (kind === "pages") return exchange.page ? "form sent back" : "form, the last one";
  return `${exchange.method} ${kind}`;
}

function answer(exchange) {
  if (isRefused(exchange)) return `✕ ${refusal(exchange)}`;
  const events = exchange.events ?? [];
  if (events.includes("code.issued")) return `${exchange.status}, a code for the app`;
  if (events.includes("token.issued")) return "tokens";
  if (exchange.page) return `page ${exchange.page.replace(/^Converged/u, "")}`;
  return String(exchange.status);
}

const short = (text) => (text.length > 34 ? `${text.slice(0, 33)}…` : text);

export function diagram(exchanges, chosen) {
  const height = TOP + exchanges.length * STEP + 16;
  const arrow = (from, to, y, label, kind) => {
    const [start, end] = [X[from] + (to > from ? 5 : -5), X[to] + (to > from ? -7 : 7)];
    const tip = to > from ? -7 : 7;
    return [
      svg("line", { x1: start, y1: y, x2: end, y2: y, class: `arrow ${kind}` }),
      svg("path", { d: `M${end} ${y} l${tip} -4 v8 z`, class: `tip ${kind}` }),
      svg("text", { x: (start + end) / 2, y: y - 5, class: `label ${kind}` }, short(label)),
    ];
  };
  return svg(
    "svg",
    {
      class: "sequence", viewBox: `0 0 ${WIDTH} ${height}`, width: WIDTH, height, role: "img",
      "aria-label": `Sequence diagram of ${exchanges.length} exchanges; the list below says the same.`,
    },
    LANES.map((lane, index) => [
      svg("line", { x1: X[index], y1: 36, x2: X[index], y2: height, class: "lane" }),
      svg("rect", { x: X[index] - 56, y: 6, width: 112, height: 30, rx: 8, class: "head" }),
      svg("text", { x: X[index], y: 26, class: "party" }, lane),
    ]),
    exchanges.map((exchange, index) => {
      const [from, to] = ends(exchange);
      const y = TOP + index * STEP;
      const kind = isRefused(exchange) ? "refused" : "";
      return svg(
        "g",
        { class: "exchange", onclick: () => (location.hash = `#/exchange/${exchange.number}`) },
        svg("rect", { x: 4, y: y - 17, width: WIDTH - 8, height: STEP - 4, rx: 6, class: exchange.number === chosen ? "band chosen" : "band" }),
        svg("text", { x: 10, y: y + 12, class: "number" }, `#${exchange.number}`),
        arrow(from, to, y, question(exchange), ""),
        arrow(to, from, y + 22, answer(exchange), `back ${kind}`),
        svg("title", {}, `#${exchange.number} ${question(exchange)}: ${answer(exchange)}`),
      );
    }),
  );
}
