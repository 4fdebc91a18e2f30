import Bytes
import Expectations
import Testing

@testable import HTTPWire

/// `Forwarded` (RFC 7239).
struct ForwardedElementTests {
  struct Case: CustomTestStringConvertible {
    let fields: [String]
    let elements: [ForwardedElement]?
    init(_ fields: String..., is elements: [ForwardedElement]?) {
      self.fields = fields
      self.elements = elements
    }
    var testDescription: String { fields.joined(separator: " | ") }
  }

  @Test(arguments: [
    Case("for=192.0.2.60;proto=http;by=203.0.113.43", is: [.init(sender: "192.0.2.60", scheme: "http")]),
    Case(
      "For=\"[2001:db8:cafe::17]:4711\"; PROTO=HTTPS ;host=\"idp.test:8443\"",
      is: [.init(sender: "[2001:db8:cafe::17]:4711", host: "idp.test:8443", scheme: "https")]),
    Case("for=192.0.2.43, for=198.51.100.17", is: [.init(sender: "192.0.2.43"), .init(sender: "198.51.100.17")]),
    Case("for=192.0.2.43", "for=unknown", is: [.init(sender: "192.0.2.43"), .init(sender: "unknown")]),
    Case("for=\"a,b;c\\\"d\"", is: [.init(sender: "a,b;c\"d")]),
    Case("host=idp.test:8443", is: [.init(host: "idp.test:8443")]),
    Case(",for=_gazonk,", is: [.init(sender: "_gazonk")]),
    Case("ext=1", is: [.init()]),
    Case(is: nil),
    Case("", is: nil),
    Case("for", is: nil),
    Case("for=", is: nil),
    Case("for=\"\"", is: nil),
    Case("for=\"a", is: nil),
    Case("for=a\"b\"", is: nil),
    Case("=a", is: nil),
    Case("f r=a", is: nil),
    Case("for=a", "broken", is: nil),
  ])
  func reads(_ c: Case) {
    let fields = HTTPFields(c.fields.map { ("forwarded", $0) })
    expectEqual(ForwardedElement.parse(fields), c.elements)
  }

  @Test(
    arguments: [
      ("192.0.2.60", "192.0.2.60"), ("192.0.2.60:80", "192.0.2.60"), ("[2001:db8::1]:80", "2001:db8:0:0:0:0:0:1"),
      ("[2001:db8::1]", "2001:db8:0:0:0:0:0:1"), ("unknown", nil), ("_hidden", nil), ("a.test", nil),
    ] as [(String, String?)])
  func theAddressIsWithoutThePort(_ sender: String, _ address: String?) {
    expectEqual(ForwardedElement(sender: sender).address?.description, address)
  }
}
