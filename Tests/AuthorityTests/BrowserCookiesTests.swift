import Expectations
import HTTPWire
import Testing

@testable import Authority

/// What the Cookie fields of a request say.
struct BrowserCookiesTests {
  struct Row: CustomTestStringConvertible {
    let testDescription: String
    let fields: [String]
    var session: String?
    var browser: String?

    init(_ description: String, _ fields: String..., session: String? = nil, browser: String? = nil) {
      testDescription = description
      self.fields = fields
      self.session = session
      self.browser = browser
    }
  }

  @Test(arguments: [
    Row("two in one field", "ESTSAUTH=a; buid=b", session: "a", browser: "b"),
    Row("two in two fields", "ESTSAUTH=a", "buid=b", session: "a", browser: "b"),
    Row("the first of a name", "buid=a; buid=b", "buid=c", browser: "a"),
    Row("the session's before the kept one", "ESTSAUTHPERSISTENT=a; ESTSAUTH=b", session: "b"),
    Row("an empty one", "ESTSAUTH=; ESTSAUTHPERSISTENT=a", session: "a"),
    Row("blanks", " buid =\ta ;", browser: "a"),
    Row("an equals sign in the value", "buid=a=b==", browser: "a=b=="),
    Row("another case of the name", "BUID=a"),
    Row("a semicolon with an accent behind it", "buid=a;\u{301}; ESTSAUTH=b", session: "b", browser: "a"),
  ])
  func reads(_ row: Row) {
    let cookies = BrowserCookies(HTTPRequest(fields: HTTPFields(row.fields.map { ("Cookie", $0) })))
    expectEqual(cookies.sessionHandle, row.session)
    expectEqual(cookies.browserHandle, row.browser)
  }
}
