/// The body of a redirect of Azure AD B2C, as ASP.NET writes it (observed).
package struct MovedPage {
  private let place: String

  package init(place: String) { self.place = place }

  package func html() -> [UInt8] {
    let page: HTML = """
      <html><head><title>Object moved</title></head><body>\r
      <h2>Object moved to <a href="\(place)">here</a>.</h2>\r
      </body></html>\r

      """
    return page.bytes
  }
}
