// Written by scripts/embed-console from Sources/Console/Files: change those and run it again.

extension ConsoleFile {
  /// All files, the page itself among them.
  package static let all: [ConsoleFile] = [
    ConsoleFile(
      "console/api.js", "text/javascript; charset=utf-8",
      tag: #""67e32abb17e8c680""#, apiJs),
    ConsoleFile(
      "console/catalogue.js", "text/javascript; charset=utf-8",
      tag: #""57c4c5a7ca437826""#, catalogueJs),
    ConsoleFile(
      "console/clock.js", "text/javascript; charset=utf-8",
      tag: #""04da551d3f94fe9d""#, clockJs),
    ConsoleFile(
      "console/diagram.js", "text/javascript; charset=utf-8",
      tag: #""72f619cdf8e59344""#, diagramJs),
    ConsoleFile(
      "console/dom.js", "text/javascript; charset=utf-8",
      tag: #""a50a338e6d971f13""#, domJs),
    ConsoleFile(
      "console/exchange.js", "text/javascript; charset=utf-8",
      tag: #""6ed478f92b5feab3""#, exchangeJs),
    ConsoleFile(
      "console/icon.svg", "image/svg+xml",
      tag: #""9ccddccc0a6b0619""#, iconSvg),
    ConsoleFile(
      "", "text/html; charset=utf-8",
      tag: #""7d049e3384c56c8a""#, indexHtml),
    ConsoleFile(
      "console/live.js", "text/javascript; charset=utf-8",
      tag: #""7d3dff1f76194232""#, liveJs),
    ConsoleFile(
      "console/main.js", "text/javascript; charset=utf-8",
      tag: #""b2d27550f71d365e""#, mainJs),
    ConsoleFile(
      "console/rules.js", "text/javascript; charset=utf-8",
      tag: #""aae9bd4ddcb37d3e""#, rulesJs),
    ConsoleFile(
      "console/sign-ins.js", "text/javascript; charset=utf-8",
      tag: #""6b65ec0cea55bc1e""#, signInsJs),
    ConsoleFile(
      "console/start.js", "text/javascript; charset=utf-8",
      tag: #""46cf5113829d2879""#, startJs),
    ConsoleFile(
      "console/style.css", "text/css; charset=utf-8",
      tag: #""6ea7c76b0a3eee0f""#, styleCss),
    ConsoleFile(
      "console/token.js", "text/javascript; charset=utf-8",
      tag: #""ddcfc66d1817c428""#, tokenJs),
    ConsoleFile(
      "console/world.js", "text/javascript; charset=utf-8",
      tag: #""145763702d4c8aa9""#, worldJs),
    ConsoleFile(
      "console/worlds.js", "text/javascript; charset=utf-8",
      tag: #""b9f5096586bc9f94""#, worldsJs),
  ]
}
