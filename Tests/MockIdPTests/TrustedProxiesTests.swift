import Bytes
import Expectations
import HTTPWire
import Testing

@testable import MockIdP

/// What is believed of the fields that proxies add.
struct TrustedProxiesTests {
  struct Case: CustomTestStringConvertible {
    var trusted = ["10.0.0.0/8"]
    var peer = "10.0.0.1"
    let fields: [(String, String)]
    /// Scheme, host and client as the server takes them; the request came to `idp.test` in clear text.
    let seen: String
    let testDescription: String
  }

  @Test(arguments: [
    Case(fields: [], seen: "http idp.test 10.0.0.1", testDescription: "nothing said"),
    Case(
      fields: [("Forwarded", "for=192.0.2.1;proto=https;host=login.test")], seen: "https login.test 192.0.2.1",
      testDescription: "RFC 7239"),
    Case(
      peer: "192.0.2.9", fields: [("Forwarded", "for=192.0.2.1;proto=https;host=login.test")],
      seen: "http idp.test 192.0.2.9", testDescription: "from a stranger"),
    Case(
      trusted: [], fields: [("X-Forwarded-Proto", "https")], seen: "http idp.test 10.0.0.1",
      testDescription: "nobody is trusted"),
    Case(
      peer: "::ffff:10.0.0.1", fields: [("X-Forwarded-Proto", "https")], seen: "https idp.test ::ffff:10.0.0.1",
      testDescription: "IPv4 in the clothes of IPv6"),
    Case(
      fields: [("X-Forwarded-For", "192.0.2.1"), ("X-Forwarded-Proto", "https"), ("X-Forwarded-Host", "login.test")],
      seen: "https login.test 192.0.2.1", testDescription: "the older fields"),
    Case(
      fields: [("X-Forwarded-Proto", "HTTPS"), ("X-Forwarded-Host", "login.test"), ("X-Forwarded-Port", "8443")],
      seen: "https login.test:8443 10.0.0.1", testDescription: "a port of its own"),
    Case(
      fields: [("X-Forwarded-Proto", "https"), ("X-Forwarded-Host", "login.test"), ("X-Forwarded-Port", "443")],
      seen: "https login.test 10.0.0.1", testDescription: "the scheme's port is left out"),
    Case(
      fields: [("X-Forwarded-Host", "login.test:9443"), ("X-Forwarded-Port", "443")],
      seen: "http login.test:9443 10.0.0.1", testDescription: "the name's port before the field's"),
    Case(
      fields: [("Forwarded", "proto=https"), ("X-Forwarded-Host", "other.test")], seen: "https idp.test 10.0.0.1",
      testDescription: "Forwarded counts alone"),
    Case(
      fields: [("Forwarded", "for=\"a"), ("X-Forwarded-Proto", "https")], seen: "https idp.test 10.0.0.1",
      testDescription: "a Forwarded that cannot be read is none"),
    Case(
      fields: [("Forwarded", "for=192.0.2.1;proto=https;host=evil.test, for=192.0.2.7;proto=http;host=idp.test")],
      seen: "http idp.test 192.0.2.7", testDescription: "what a client wrote itself does not count"),
    Case(
      fields: [("Forwarded", "for=192.0.2.1;proto=https;host=login.test, for=10.0.0.2;proto=http;host=inner.test")],
      seen: "https login.test 192.0.2.1", testDescription: "through two trusted proxies"),
    Case(
      fields: [("X-Forwarded-For", "192.0.2.1, 10.0.0.2"), ("X-Forwarded-Proto", "https, http")],
      seen: "https idp.test 192.0.2.1", testDescription: "lists, through two trusted proxies"),
    Case(
      fields: [("X-Forwarded-For", "6.6.6.6, 192.0.2.1"), ("X-Forwarded-Proto", "http, https")],
      seen: "https idp.test 192.0.2.1", testDescription: "lists, with what a client wrote itself"),
    Case(
      fields: [("X-Forwarded-For", "192.0.2.1, 10.0.0.2"), ("X-Forwarded-Proto", "https")],
      seen: "https idp.test 192.0.2.1", testDescription: "one scheme for a list of clients"),
    Case(
      fields: [("X-Forwarded-Proto", "ftp"), ("X-Forwarded-Host", "a b"), ("X-Forwarded-For", "unknown")],
      seen: "http idp.test 10.0.0.1", testDescription: "what makes no sense"),
    Case(
      fields: [("X-Forwarded-Host", "Login.MicrosoftOnline.com")], seen: "http login.microsoftonline.com 10.0.0.1",
      testDescription: "in small letters"),
  ])
  func takesTheWordOfTrustedProxies(_ c: Case) {
    let proxies = TrustedProxies(networks: c.trusted.compactMap { IPNetwork($0) })
    let seen = proxies.seen(HTTPRequest(fields: HTTPFields(c.fields), authority: "idp.test", peer: c.peer))
    expectEqual("\(seen.isSecure ? "https" : "http") \(seen.authority) \(seen.peer)", c.seen)
  }
}
