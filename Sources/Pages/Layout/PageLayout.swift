/// The frame of every page that users see: the mark, the card with the tenant's name, and the warning below it.
struct PageLayout {
  var pageID: PageID
  /// The title of the window.
  var title: String
  var branding = Branding()
  /// The fault or error on the page, for scripts that read `$Config`.
  var fault: PageFault?
  /// Markup for the `head` element, such as a refresh.
  var head: HTML?
  /// Markup after the card.
  var tail: HTML?

  /// The whole document, with `content` in the card.
  func enclosing(_ content: HTML) -> [UInt8] {
    let page: HTML = """
      <!DOCTYPE html>
      <html lang="en">
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
      \(tail)\(config)</body>
      </html>

      """
    return page.bytes
  }

  /// A block of data that browsers do not run. Scripts that drive a sign-in search the page for `$Config=` and read
  /// up to `};`.
  private var config: HTML {
    """
    <script type="application/json" id="config">
    $Config={"pgid":\(json: pageID.rawValue),"sErrorCode":\(json: fault?.code.map { String($0) } ?? ""),\
    "strServiceExceptionMessage":\(json: fault?.message ?? "")};
    </script>

    """
  }
}
