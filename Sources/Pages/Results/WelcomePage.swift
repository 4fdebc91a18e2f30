/// What a person sees who opens the server's address in a browser.
package struct WelcomePage: Page {
  package let pageID = PageID.welcome
  /// The authority for apps, with a placeholder for the tenant.
  package var authority: String
  /// The address of the discovery document.
  package var discovery: String
  /// The address of the user's own profile in Microsoft Graph.
  package var graph: String
  /// The path of the console. Nil leaves the link out.
  package var consolePath: String?

  package init(authority: String, discovery: String, graph: String, consolePath: String? = nil) {
    self.authority = authority
    self.discovery = discovery
    self.graph = graph
    self.consolePath = consolePath
  }

  package func html(_ config: PageConfig) -> [UInt8] {
    PageLayout(config: config, pageID: pageID, title: "mockidp").enclosing(
      """
      <h1>A test authority</h1>
      <p>This server answers in the place of Microsoft Entra ID and Microsoft Graph, for tests of apps.</p>
      \(consolePath.map { "<p class=\"buttons\"><a class=\"button main\" href=\"\($0)\">Open the console</a></p>\n" })\
      <section class="details" aria-labelledby="addresses">
      <h2 id="addresses">What an app is told</h2>
      <dl>
      <dt>Authority</dt><dd><code>\(authority)</code></dd>
      <dt>Discovery</dt><dd><code>\(discovery)</code></dd>
      <dt>Microsoft Graph</dt><dd><code>\(graph)</code></dd>
      </dl>
      </section>

      """)
  }
}
