extension HostileRequest {
  /// Line ends, request lines and versions.
  static let lines: [HostileRequest] = [
    .refused("9112 §2.2", "a bare line feed ends the request line", "GET / HTTP/1.1\nHost: a\r\n\r\n"),
    .refused("9112 §2.2", "a bare line feed ends a field", "GET / HTTP/1.1\r\nHost: a\nX: b\r\n\r\n"),
    .refused("9112 §2.2", "two bare line feeds end the head", "GET / HTTP/1.1\r\nHost: a\n\nGET /b HTTP/1.1\r\n\r\n"),
    .refused("9112 §2.2", "a bare carriage return in the request line", "GET /\rb HTTP/1.1\r\nHost: a\r\n\r\n"),
    .refused("9112 §2.2", "a bare carriage return in a field", get("X: b\rc\r\n")),
    .refused("9112 §2.2", "a bare carriage return ends a field", get("X: b\rTransfer-Encoding: chunked\r\n")),
    .refused("9112 §2.2", "two carriage returns before a line feed", get("X: b\r\r\n")),
    .refused("9112 §2.2", "a space in front of the first field", "GET / HTTP/1.1\r\n Host: a\r\n\r\n"),
    .refused("9112 §2.2", "a tab in front of the first field", "GET / HTTP/1.1\r\n\tX: b\r\nHost: a\r\n\r\n"),
    .refused("9112 §2.2", "a bare line feed in front of the request line", "\nGET / HTTP/1.1\r\nHost: a\r\n\r\n"),
    .served("9112 §2.2", "empty lines in front of the request line", "\r\n\r\n" + get("")),
    .refused("9112 §3", "an empty method", " / HTTP/1.1\r\nHost: a\r\n\r\n"),
    .refused("9112 §3", "two spaces", "GET  / HTTP/1.1\r\nHost: a\r\n\r\n"),
    .refused("9112 §3", "a space behind the version", "GET / HTTP/1.1 \r\nHost: a\r\n\r\n"),
    .refused("9112 §3", "a tab for a space", "GET\t/\tHTTP/1.1\r\nHost: a\r\n\r\n"),
    .refused("9112 §3", "a vertical tab for a space", "GET\u{B}/ HTTP/1.1\r\nHost: a\r\n\r\n"),
    .refused("9112 §3", "a request line in quotation marks", "\"GET / HTTP/1.1\"\r\nHost: a\r\n\r\n"),
    .refused("9112 §3", "no version", "GET /\r\nHost: a\r\n\r\n"),
    .refused("9112 §3", "nothing but a method", "GET\r\nHost: a\r\n\r\n"),
    .refused("9112 §3", "an answer in place of a request", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"),
    .refused("9112 §3", "a request line that never ends", "GET /" + String(repeating: "x", count: 9_000), 414),
    .refused(
      "9112 §3", "a target past the limit",
      "GET /\(String(repeating: "x", count: 8_192)) HTTP/1.1\r\nHost: a\r\n\r\n", 414),
    .refused(
      "9112 §3", "a method past the limit", "\(String(repeating: "G", count: 9_000)) / HTTP/1.1\r\nHost: a\r\n\r\n", 414
    ),
    .refused("9110 §9.1", "a method that is not a token", "G(T / HTTP/1.1\r\nHost: a\r\n\r\n"),
    .refused("9110 §9.1", "a NUL in the method", "GE\0T / HTTP/1.1\r\nHost: a\r\n\r\n"),
    // Which methods there are is the handler's to say.
    .served("9110 §9.1", "a method in small letters is another method", "get / HTTP/1.1\r\nHost: a\r\n\r\n"),
    .served("9110 §9.1", "a method that nobody knows", "Brew_1 / HTTP/1.1\r\nHost: a\r\n\r\n"),
    .refused("9112 §2.3", "a version that is none", "GET / HTTP/1.x\r\nHost: a\r\n\r\n"),
    .refused("9112 §2.3", "a version in small letters", "GET / http/1.1\r\nHost: a\r\n\r\n"),
    .refused("9112 §2.3", "a version with two digits", "GET / HTTP/1.10\r\nHost: a\r\n\r\n"),
    .refused("9112 §2.3", "a version with a zero in front", "GET / HTTP/01.1\r\nHost: a\r\n\r\n"),
    .refused("9112 §2.3", "a version without a dot", "GET / HTTP/1\r\nHost: a\r\n\r\n"),
    // RFC 9110 §2.5 lets a server read it as 1.1. Nobody sends it, so whoever does wants something.
    .refused("9110 §2.5", "HTTP/1.2", "GET / HTTP/1.2\r\nHost: a\r\n\r\n", 505),
    .refused("9110 §15.6.6", "HTTP/3.0", "GET / HTTP/3.0\r\nHost: a\r\n\r\n", 505),
    .refused("9110 §15.6.6", "HTTP/0.9 spelled out", "GET / HTTP/0.9\r\nHost: a\r\n\r\n", 505),
    .refused("1945 §4.1", "HTTP/0.9", "GET /\r\n"),
    .refused("9113 §3.4", "the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505),
    .refused("8446 §5.1", "TLS on a port for clear text", bytes: [0x16, 0x03, 0x01, 0x02, 0x00, 0x01]),
  ]

  /// Request targets.
  static let targets: [HostileRequest] = [
    .refused("9112 §3.2.1", "a target without a slash", "GET a HTTP/1.1\r\nHost: a\r\n\r\n"),
    .refused("9112 §3.2.1", "a target that begins with dots", "GET ../a HTTP/1.1\r\nHost: a\r\n\r\n"),
    .refused("9112 §3.2.1", "a target with a backslash for a slash", "GET \\a HTTP/1.1\r\nHost: a\r\n\r\n"),
    .refused("9112 §3.2", "a space inside the target", "GET /a b HTTP/1.1\r\nHost: a\r\n\r\n"),
    .refused("9112 §3.2", "a fragment", "GET /a#b HTTP/1.1\r\nHost: a\r\n\r\n"),
    .refused("3986 §2", "bytes beyond ASCII", "GET /\u{E9} HTTP/1.1\r\nHost: a\r\n\r\n"),
    .refused("3986 §2", "a NUL in the target", "GET /\0 HTTP/1.1\r\nHost: a\r\n\r\n"),
    .refused("3986 §2", "a control character in the target", "GET /\u{1} HTTP/1.1\r\nHost: a\r\n\r\n"),
    .served("9112 §3.2.1", "two slashes are not a host", "GET //evil.test/ HTTP/1.1\r\nHost: a\r\n\r\n"),
    .served("3986 §3.3", "steps upwards are for the handler", "GET /../../etc/passwd HTTP/1.1\r\nHost: a\r\n\r\n"),
    .served("3986 §2.1", "escaped steps are for the handler", "GET /%2e%2e%2f%00 HTTP/1.1\r\nHost: a\r\n\r\n"),
    .served("9112 §3.2.2", "an absolute URL", "GET http://b/c HTTP/1.1\r\nHost: b\r\n\r\n"),
    .served("9112 §3.2.2", "an absolute URL rules over Host", "GET http://b/c HTTP/1.1\r\nHost: evil.test\r\n\r\n"),
    .refused("9112 §3.2.2", "an absolute URL without Host", "GET http://b/c HTTP/1.1\r\n\r\n"),
    .refused("9112 §3.2.2", "an absolute URL with a bad Host", "GET http://b/c HTTP/1.1\r\nHost: b c\r\n\r\n"),
    .refused("9112 §3.2.2", "an absolute URL of another scheme", "GET ftp://a/ HTTP/1.1\r\nHost: a\r\n\r\n"),
    .refused("9110 §4.2.1", "an absolute URL without a host", "GET http:///a HTTP/1.1\r\nHost: a\r\n\r\n"),
    .refused("9110 §4.2.4", "an absolute URL with a user", "GET http://u@a/ HTTP/1.1\r\nHost: a\r\n\r\n"),
    .refused(
      "9110 §4.2.4", "an absolute URL with a user like a host", "GET http://a:80@b/ HTTP/1.1\r\nHost: a\r\n\r\n"),
    .refused("3986 §3.2.3", "an absolute URL with a huge port", "GET http://a:99999/ HTTP/1.1\r\nHost: a\r\n\r\n"),
    .refused("9112 §3.2.4", "* for a method other than OPTIONS", "GET * HTTP/1.1\r\nHost: a\r\n\r\n"),
    .refused("9112 §3.2.4", "* with a path", "OPTIONS */a HTTP/1.1\r\nHost: a\r\n\r\n"),
    .served("9112 §3.2.4", "* for OPTIONS", "OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n"),
    .refused("9112 §3.2.3", "a CONNECT to a path", "CONNECT /a HTTP/1.1\r\nHost: a\r\n\r\n"),
    .refused("9112 §3.2.3", "a CONNECT to a URL", "CONNECT http://a:80/ HTTP/1.1\r\nHost: a\r\n\r\n"),
    .refused("9112 §3.2.3", "a CONNECT to *", "CONNECT * HTTP/1.1\r\nHost: a\r\n\r\n"),
    .refused("9112 §3.2.3", "a CONNECT with a user", "CONNECT u@a:80 HTTP/1.1\r\nHost: a\r\n\r\n"),
    .refused(
      "9110 §9.3.6", "a CONNECT without a port, which means 443, to a server that is not a proxy",
      "CONNECT a HTTP/1.1\r\nHost: a\r\n\r\n", 501),
    .refused("9110 §9.3.6", "a CONNECT with an empty port", "CONNECT a: HTTP/1.1\r\nHost: a\r\n\r\n"),
    .refused("9112 §3.2.3", "a CONNECT to a port past 65535", "CONNECT a:65536 HTTP/1.1\r\nHost: a\r\n\r\n"),
    .refused("9112 §3.2.3", "a GET of host and port", "GET a:80 HTTP/1.1\r\nHost: a\r\n\r\n"),
    .refused(
      "9110 §9.3.6", "a CONNECT to a server that is not a proxy", "CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n", 501),
    .refused(
      "9110 §9.3.6", "a CONNECT with a length hides a request",
      "CONNECT a:443 HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nGET /", 501),
  ]
}
