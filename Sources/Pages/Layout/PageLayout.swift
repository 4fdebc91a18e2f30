/// The frame of every page that users see: the mark, the card with the tenant's name, and the warning below it.
struct PageLayout {
  var config: PageConfig
  var pageID: PageID
  /// The title of the window.
  var title: String
  var branding = Branding()
  /// The fault or error on the page, for scripts that read `$Config`.
  var fault: PageFault?
  /// Comments before the first element.
  var comments: HTML?
  /// Markup for the `head` element, such as a refresh.
  var head: HTML?
  /// Markup after the card.
  var tail: HTML?

  /// The whole document, with `content` in the card.
  func enclosing(_ content: HTML) -> [UInt8] {
    let page: HTML = """
      <!DOCTYPE html>
      \(comments)<html lang="en">
      <head>
      <meta charset="utf-8">
      <title>\(title)</title>
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="robots" content="noindex">
      <meta name="PageID" content="\(pageID.rawValue)">
      \(head)<link rel="icon" href="\(Logo.icon)">
      <style>\(Stylesheet.element)</style>
      </head>
      <body>
      <header class="mark">mockidp <span>— test authority</span></header>
      <main class="card">
      <div class="brand">\(Logo.svg)<span>\(branding.tenantName ?? "mockidp")</span></div>
      \(content)</main>
      <footer>
      <p>Accounts, passwords and permissions on this server are made up. Never type a real password here.</p>
      </footer>
      \(tail)\(script)</body>
      </html>

      """
    return page.bytes
  }

  /// On one line: programs that drive a sign-in search the page for `$Config=` and read up to `};`, or to `//]]>` (observed).
  private var script: HTML {
    let members: [(String, PageConfig.Value)] =
      [("pgid", .text(pageID.rawValue))] + errors + config.members
      + [("strServiceExceptionMessage", .text(fault?.text ?? ""))]
    return """
      <script type="text/javascript" id="config" nonce="\(config.nonce)">//<![CDATA[
      $Config={\(PageConfig.Value.members(members))};
      //]]></script>

      """
  }

  /// The number of what is wrong. A first sign-in page says that nobody is signed in (observed); pages after it have the members only when
  /// something is wrong.
  private var errors: [(String, PageConfig.Value)] {
    var number = fault?.code.map { String($0) } ?? ""
    if fault == nil, pageID == .signIn { number = "50058" }
    return [
      ("sErrorCode", .text(number)), ("sErrTxt", .text("")),
      ("arrValErrs", .list(number.isEmpty ? [] : [.text(number)])),
    ]
  }
}
