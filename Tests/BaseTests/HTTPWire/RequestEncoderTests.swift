import Expectations
import Testing

@testable import HTTPWire

struct RequestEncoderTests {
  @Test(
    arguments: [
      (HTTPFields(), "Host: h\r\nContent-Length: 1\r\nConnection: close\r\n"),
      (["host": "own", "X": "y"], "host: own\r\nX: y\r\nContent-Length: 1\r\nConnection: close\r\n"),
      (["Content-Length": "1"], "Host: h\r\nContent-Length: 1\r\nConnection: close\r\n"),
      (["connection": "Upgrade"], "Host: h\r\nconnection: Upgrade\r\nContent-Length: 1\r\n"),
      (["X": "a\r\nSet: b", "no token": "c"], "Host: h\r\nX: a  Set: b\r\nContent-Length: 1\r\nConnection: close\r\n"),
    ] as [(HTTPFields, String)])
  func addsWhatARequestLacks(_ fields: HTTPFields, _ head: String) {
    let request = HTTPRequestEncoder.encode(
      method: "PATCH", target: "/t?q", authority: "h", fields: fields, body: [0x61], closes: true)
    expectEqual(request.map { String(decoding: $0, as: UTF8.self) }, "PATCH /t?q HTTP/1.1\r\n\(head)\r\na")
  }

  /// Fields that are written once serve requests with a body and without.
  @Test(arguments: [("GET", "", ""), ("POST", "", "Content-Length: 0\r\n"), ("DELETE", "ab", "Content-Length: 2\r\n")])
  func repeatsFields(_ method: String, _ body: String, _ length: String) {
    let fields = HTTPFieldBlock(["X": "y"], authority: "h")
    let request = HTTPRequestEncoder.encode(method: method, target: "/", fields, body: Array(body.utf8))
    expectEqual(
      request.map { String(decoding: $0, as: UTF8.self) },
      "\(method) / HTTP/1.1\r\nHost: h\r\nX: y\r\n\(length)\r\n\(body)")
  }

  @Test(arguments: [("G T", "/"), ("", "/"), ("GET", ""), ("GET", "/a b"), ("GET", "/\r\nX: y"), ("GET", "/é")])
  func writesNoOther(_ method: String, _ target: String) {
    let fields = HTTPFieldBlock([:], authority: "h")
    expectNil(HTTPRequestEncoder.encode(method: method, target: target, fields, body: []))
  }
}
