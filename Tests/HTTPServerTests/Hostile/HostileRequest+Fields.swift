extension HostileRequest {
  /// Names and values of fields, and how many there may be.
  static let fields: [HostileRequest] = [
    .refused("9112 §5.1", "a space before the colon", "GET / HTTP/1.1\r\nHost : a\r\n\r\n"),
    .refused("9112 §5.1", "a tab before the colon", get("X\t: b\r\n")),
    .refused("9112 §5", "a line without a colon", get("Transfer-Encoding\r\n")),
    .refused("9112 §5", "the colon on the next line", get("Transfer-Encoding\r\n: chunked\r\n")),
    .refused("9110 §5.1", "an empty name", get(": b\r\n")),
    .refused("9110 §5.6.2", "a name that is not a token", get("X(: b\r\n")),
    .refused("9110 §5.6.2", "a name in quotation marks", get("\"X\": b\r\n")),
    .refused("9110 §5.6.2", "a space inside a name", get("Content Length: 1\r\n")),
    .refused("9110 §5.6.2", "a name beyond ASCII", get("Tran\u{17F}fer-Encoding: chunked\r\n")),
    .refused("9110 §5.6.2", "a NUL in a name", get("X\0Y: b\r\n")),
    .refused("9110 §5.6.2", "DEL in a name", get("X\u{7F}: b\r\n")),
    .refused("9110 §5.5", "a NUL in a value", get("X: b\0c\r\n")),
    .refused("9110 §5.5", "a NUL alone", get("X: \0\r\n")),
    .refused("9110 §5.5", "DEL in a value", get("X: b\u{7F}c\r\n")),
    .refused("9110 §5.5", "a form feed in a value", get("X: b\u{C}c\r\n")),
    .refused("9110 §5.5", "an escape character in a value", get("X: \u{1B}[31m\r\n")),
    .served("9110 §5.5", "UTF-8 in a value", get("X: \u{E9}\r\n")),
    // The standard lets such bytes pass as opaque. A value here is text, and what is not a text has no one reading.
    .refused(
      "9110 §5.5", "bytes that are not UTF-8 in a value",
      bytes: Array("GET / HTTP/1.1\r\nHost: a\r\nX: ".utf8) + [0xFF] + Array("\r\n\r\n".utf8)),
    .refused("9112 §5.2", "a folded field", get("X: b\r\n c\r\n")),
    .refused("9112 §5.2", "a field folded with a tab", get("X: b\r\n\tc\r\n")),
    .refused("9112 §5.2", "a coding on a folded line", get("Transfer-Encoding:\r\n chunked\r\n")),
    .refused(
      "6585 §5", "a hundred and one fields", "GET / HTTP/1.1\r\n\(String(repeating: "A: b\r\n", count: 101))\r\n", 431),
    .refused("6585 §5", "a head past the limit", get("X: \(String(repeating: "x", count: 16_400))\r\n"), 431),
    .refused(
      "6585 §5", "a field that never ends", "GET / HTTP/1.1\r\nX: " + String(repeating: "x", count: 17_000), 431),
    .refused("6585 §5", "a name that never ends", "GET / HTTP/1.1\r\n" + String(repeating: "x", count: 17_000), 431),
  ]

  /// The Host field.
  static let hosts: [HostileRequest] = [
    .refused("9112 §3.2", "no Host", "GET / HTTP/1.1\r\n\r\n"),
    .refused("9112 §3.2", "two Hosts, though equal", "GET / HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n"),
    .refused("9112 §3.2", "two Hosts that differ", "GET / HTTP/1.1\r\nHost: a\r\nX: b\r\nHost: b\r\n\r\n"),
    .refused("9112 §3.2", "a list of hosts", "GET / HTTP/1.1\r\nHost: a, b\r\n\r\n"),
    .refused("9112 §3.2", "two hosts in one value", "GET / HTTP/1.1\r\nHost: a b\r\n\r\n"),
    .refused("9110 §7.2", "an empty Host", "GET / HTTP/1.1\r\nHost:\r\n\r\n"),
    .refused("9110 §7.2", "a Host with a path", "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n"),
    .refused("9110 §7.2", "a Host with a scheme", "GET / HTTP/1.1\r\nHost: http://a\r\n\r\n"),
    .refused("9110 §7.2", "a Host with a user", "GET / HTTP/1.1\r\nHost: u@a\r\n\r\n"),
    .refused("9110 §7.2", "a Host with markup", "GET / HTTP/1.1\r\nHost: <script>\r\n\r\n"),
    .refused("9110 §7.2", "a Host with a quotation mark", "GET / HTTP/1.1\r\nHost: a\"b\r\n\r\n"),
    .refused("9110 §7.2", "a Host beyond ASCII", "GET / HTTP/1.1\r\nHost: \u{E9}\r\n\r\n"),
    .refused("9110 §7.2", "a Host with an escape", "GET / HTTP/1.1\r\nHost: a%2eb\r\n\r\n"),
    .refused("9110 §7.2", "a Host whose port is not a number", "GET / HTTP/1.1\r\nHost: a:b\r\n\r\n"),
    .refused("9110 §7.2", "a Host whose port has a sign", "GET / HTTP/1.1\r\nHost: a:+80\r\n\r\n"),
    .refused("9110 §7.2", "a Host with two ports", "GET / HTTP/1.1\r\nHost: a:80:81\r\n\r\n"),
    .refused("9110 §7.2", "a Host with a port past 65535", "GET / HTTP/1.1\r\nHost: a:65536\r\n\r\n"),
    .refused("3986 §3.2.2", "an IPv6 Host without its bracket", "GET / HTTP/1.1\r\nHost: [::1\r\n\r\n"),
    .refused("6874 §2", "an IPv6 Host with a zone", "GET / HTTP/1.1\r\nHost: [fe80::1%25eth0]\r\n\r\n"),
    .served("9110 §7.2", "an IPv6 Host", "GET / HTTP/1.1\r\nHost: [::1]:80\r\n\r\n"),
    // The connection goes on because the client asks for it; HTTP/1.0 knows no Host.
    .served("9112 §3.2", "no Host in HTTP/1.0", "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"),
  ]
}
