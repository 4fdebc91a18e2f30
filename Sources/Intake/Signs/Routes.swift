import Bytes
import LooseFormats

/// The routes of a program at which the service's answer comes in: `@app.route("/callback")`, `router.post('/redirect', …)`,
/// `HandleFunc("/auth/callback", …)`, `@Get('microsoft/redirect')`.
enum Routes {
  private static let words = Needles(["callback", "redirect", "getAToken", "authorized", "signin-oidc"])
  private static let calls =
    " get post all use route add_url_rule path re_path handlefunc handle getmapping postmapping requestmapping mapget mappost match "

  /// The one that names the platform, else the first.
  static func answer(in document: Document) -> Finding? {
    guard words.stand(in: document.text.bytes) else { return nil }
    var best: Finding?
    let lines = document.text.lines
    for (index, start) in lines.enumerated() {
      // The path may stand on a line of its own.
      let line = start.hasSuffix("(") && index + 1 < lines.count ? start + ASCII.trimmed(lines[index + 1]) : start
      let texts = line.utf8.span.words(between: { [0x22, 0x27, 0x60].contains($0) })
      guard texts.count > 1, let head = texts.first, head.hasSuffix("("), isAnswer(texts[1]),
        let call = head.utf8.span.words(between: { !ASCII.isAlphanumeric($0) && $0 != 0x5F }).last,
        calls.hasWord(ASCII.lowercased(call))
      else { continue }
      let path = texts[1].hasPrefix("/") ? texts[1] : "/" + texts[1]
      let finding = Finding(.callbackPath, path, at: document.place(index + 1), key: "route", isAssumed: true)
      if EntraSign.isIn(KeyWords.all(path)) { return finding }
      best = best ?? finding
    }
    return best
  }

  private static func isAnswer(_ path: String) -> Bool {
    let last = ASCII.lowercased(path.pathParts.last ?? "")
    let isNamed = ["callback", "redirect", "getatoken", "signin-oidc"].contains { last.firstPlace(of: $0) != nil }
    return (isNamed || last.hasSuffix("authorized"))
      && path.utf8.allSatisfy { ASCII.isAlphanumeric($0) || [0x2F, 0x2D, 0x5F, 0x2E].contains($0) }
  }
}
