import Expectations
import Testing

@testable import HTTPWire

struct HTTPAuthorityTests {
  @Test(
    arguments: [
      ("A.example", "a.example", nil), ("a:1", "a", 1), ("a:", "a", nil), ("127.0.0.1:65535", "127.0.0.1", 65_535),
      ("[::1]", "[::1]", nil), ("[FE80::1]:8080", "[fe80::1]", 8080), ("under_score", "under_score", nil),
    ] as [(String, String, UInt16?)])
  func reads(text: String, host: String, port: UInt16?) throws {
    let authority = try #require(HTTPAuthority(text))
    expectEqual(authority.host, host)
    expectEqual(authority.port, port)
  }

  @Test(arguments: [
    "", ":80", "a:65536", "a:+1", "a:1:2", "a b", "u@a", "a/b", "[]", "[::1", "[::1]x", "[zz]", "a\u{E9}",
  ])
  func refuses(_ text: String) { expectNil(HTTPAuthority(text)) }
}
