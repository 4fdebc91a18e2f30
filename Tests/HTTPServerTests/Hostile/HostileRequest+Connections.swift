extension HostileRequest {
  /// Expect. What a server says to a client that waits is seen in `KeepAliveTests`.
  static let expectations: [HostileRequest] = [
    .served("9110 §10.1.1", "an expectation without a body", get("Expect: 100-continue\r\n")),
    .served(
      "9110 §10.1.1", "an expectation whose body is there already",
      post("Expect: 100-continue\r\nContent-Length: 1\r\n", "x")),
    .served(
      "9110 §10.1.1", "an expectation in other letters", post("expect: 100-Continue\r\nContent-Length: 1\r\n", "x")),
    .served(
      "9110 §10.1.1", "an expectation in HTTP/1.0, which knows none",
      "POST / HTTP/1.0\r\nConnection: keep-alive\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\nx"),
    .refused("9110 §10.1.1", "another expectation", get("Expect: more\r\n"), 417),
    .refused(
      "9110 §10.1.1", "two expectations in one field", post("Expect: 100-continue, more\r\nContent-Length: 1\r\n", "x"),
      417),
    .refused(
      "9110 §10.1.1", "an expectation with a parameter", post("Expect: 100-continue;a\r\nContent-Length: 1\r\n", "x"),
      417),
    .refused(
      "9110 §15.5.14", "an expectation before a body past the limit",
      post("Expect: 100-continue\r\nContent-Length: 9999999\r\n"), 413),
    .refused(
      "9112 §6.1", "an expectation before both framings",
      post("Expect: 100-continue\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n")),
  ]

  /// Whether and in which protocol the connection goes on.
  static let connections: [HostileRequest] = [
    .answered(
      "9112 §9.3.2", "three in a row", get("") + length(" 1") + chunked("1\r\nx\r\n0\r\n\r\n"), [200, 200, 200],
      goesOn: true),
    .answered(
      "9112 §9.3.2", "one that is refused ends those behind it", get("") + get("X : y\r\n") + get(""), [200, 400]),
    .answered("9112 §9.6", "nothing is read behind a last request", get("Connection: close\r\n") + get(""), [200]),
    .answered("9112 §9.6", "close among others, in other letters", get("Connection: keep-alive, CLOSE\r\n"), [200]),
    .answered("9112 §9.3", "HTTP/1.0 ends", "GET / HTTP/1.0\r\nHost: a\r\n\r\n", [200]),
    .served("9112 §9.3", "HTTP/1.0 goes on when asked to", "GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n"),
    .answered(
      "9112 §6.3", "HTTP/1.0 without a length has no body", "POST / HTTP/1.0\r\nHost: a\r\n\r\nGET /b HTTP/1.1\r\n",
      [200]),
    .served(
      "9110 §7.8", "an upgrade to HTTP/2",
      get("Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n")),
    .served(
      "9110 §7.8", "an upgrade to WebSocket",
      get("Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n")),
    .served(
      "9110 §7.6.1", "a Connection that names a framing field",
      post("Connection: Content-Length\r\nContent-Length: 1\r\n", "x")),
    .served("9110 §9.3.2", "HEAD with a body", "HEAD / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx"),
    .served("9110 §9.3.8", "TRACE is a method like others", "TRACE / HTTP/1.1\r\nHost: a\r\n\r\n"),
  ]
}
