import Expectations
import Testing

@testable import HTTPClient

struct HTTPURLTests {
  /// A URL, and its host, port and target; nil for one that is not read.
  @Test(arguments: [
    ("http://localhost:5001/scim/Users?filter=a%20b#end", "localhost 5001 /scim/Users?filter=a%20b"),
    ("https://App.Contoso.com", "app.contoso.com 443 /"),
    ("http://a?x=1", "a 80 /?x=1"),
    ("http://a#b/c", "a 80 /"),
    ("https://[::1]:8443/x", "::1 8443 /x"),
    ("http:///x", nil), ("HTTP://a/", nil), ("ftp://a/", nil), ("http://a b/", nil), ("http://a/\u{e9}", nil),
    ("http:/#/", nil), ("http://", nil), ("", nil), ("http://a:99999/", nil),
  ])
  func readsItsParts(_ text: String, _ parts: String?) {
    expectEqual(HTTPURL(text).map { "\($0.hostName) \($0.port) \($0.target)" }, parts)
  }
}
