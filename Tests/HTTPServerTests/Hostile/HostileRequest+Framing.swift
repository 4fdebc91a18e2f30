extension HostileRequest {
  /// Content-Length.
  static let lengths: [HostileRequest] = [
    .served("9112 §6.2", "one length", length(" 1")),
    .served("9112 §6.2", "a length with zeros in front", length(" 0001")),
    .served("9112 §5.1", "a length between blanks", length(" \t1\t ")),
    .refused("9110 §8.6", "two lengths, though equal", post("Content-Length: 1\r\nContent-Length: 1\r\n", "x")),
    .refused("9110 §8.6", "two lengths that differ", post("Content-Length: 1\r\nContent-Length: 0\r\n", "x")),
    .refused("9110 §8.6", "two lengths far apart", post("Content-Length: 1\r\nX: y\r\ncontent-length: 2\r\n", "x")),
    .refused("9110 §8.6", "a list of equal lengths", length(" 1, 1")),
    .refused("9110 §8.6", "a list of lengths that differ", length(" 1, 0")),
    .refused("9110 §8.6", "a length with a comma", length(" 1,")),
    .refused("9110 §8.6", "a length with a plus sign", length(" +1")),
    .refused("9110 §8.6", "a negative length", length(" -1")),
    .refused("9110 §8.6", "an empty length", length("")),
    .refused("9110 §8.6", "a hexadecimal length", length(" 0x1")),
    .refused("9110 §8.6", "a length with a point", length(" 1.0")),
    .refused("9110 §8.6", "a length with an exponent", length(" 1e0")),
    .refused("9110 §8.6", "a length with a separator", length(" 1_0")),
    .refused("9110 §8.6", "a length with a space inside", length(" 1 0")),
    .refused("9110 §8.6", "a length in quotation marks", length(" \"1\"")),
    .refused("9110 §8.6", "a length in other digits", length(" \u{661}")),
    .refused("9110 §8.6", "a length behind a vertical tab", length(" \u{B}1")),
    .refused("9110 §15.5.14", "a length past the limit", length(" 1048577"), 413),
    .refused("9110 §8.6", "a length of 64 bits and one", length(" 18446744073709551617"), 413),
    .refused("9110 §8.6", "a length of a hundred digits", length(" " + String(repeating: "9", count: 100)), 413),
    .served("9110 §9.3.1", "a GET with a body", "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\nx"),
    .served("9110 §5.1", "a name that only looks like the length's", get("Content_Length: 50\r\n")),
  ]

  /// Transfer-Encoding, and both framings at once.
  static let codings: [HostileRequest] = [
    .served("9112 §6.1", "chunked", coding("Transfer-Encoding: chunked")),
    .served("9112 §7", "chunked in other letters", coding("transfer-encoding: cHuNkEd")),
    .served("9112 §5.1", "chunked between blanks", coding("Transfer-Encoding:\t chunked \t")),
    .refused(
      "9112 §6.1", "a length, then chunked", post("Content-Length: 6\r\nTransfer-Encoding: chunked\r\n", "0\r\n\r\nG")),
    .refused(
      "9112 §6.1", "chunked, then a length", post("Transfer-Encoding: chunked\r\nContent-Length: 4\r\n", "0\r\n\r\n")),
    .refused("9112 §6.1", "a length and identity", post("Content-Length: 1\r\nTransfer-Encoding: identity\r\n", "x")),
    .refused(
      "9112 §6.1", "a length and a coding spelled wrong",
      post("Content-Length: 1\r\nTransfer-Encoding: xchunked\r\n", "x")),
    .refused("9112 §6.1", "chunked twice in one field", coding("Transfer-Encoding: chunked, chunked")),
    .refused("9112 §6.1", "chunked in two fields", coding("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked")),
    .refused(
      "9112 §6.1", "identity, then chunked in two fields",
      coding("Transfer-Encoding: identity\r\nTransfer-Encoding: chunked")),
    .refused("9112 §6.3", "chunked before another coding", coding("Transfer-Encoding: chunked, gzip")),
    .refused("9112 §6.3", "a coding without chunked", coding("Transfer-Encoding: gzip")),
    .refused("9112 §6.1", "a coding before chunked", coding("Transfer-Encoding: gzip, chunked"), 501),
    .refused("9112 §6.3", "identity", coding("Transfer-Encoding: identity")),
    .refused("9112 §6.1", "chunked with a parameter", coding("Transfer-Encoding: chunked;a=b")),
    .refused("9112 §6.1", "chunked in quotation marks", coding("Transfer-Encoding: \"chunked\"")),
    .refused("9112 §6.1", "chunked and a comma", coding("Transfer-Encoding: chunked,")),
    .refused("9112 §6.1", "a comma and chunked", coding("Transfer-Encoding: ,chunked")),
    .refused("9112 §6.1", "chunked spelled wrong", coding("Transfer-Encoding: xchunked")),
    .refused("9112 §6.1", "chunked with a space inside", coding("Transfer-Encoding: chun ked")),
    .refused("9112 §6.1", "chunked with a letter beyond ASCII", coding("Transfer-Encoding: chun\u{212A}ed")),
    .refused("9112 §6.1", "an empty coding", coding("Transfer-Encoding:")),
    .refused("9110 §5.5", "chunked behind a vertical tab", coding("Transfer-Encoding: \u{B}chunked")),
    .refused("9110 §5.5", "chunked and a NUL", coding("Transfer-Encoding: chunked\0")),
    .refused("9112 §5.1", "a space before the coding's colon", coding("Transfer-Encoding : chunked")),
    .refused("9112 §2.2", "the coding behind a bare carriage return", coding("X: y\rTransfer-Encoding: chunked")),
    .refused("9112 §2.2", "the coding behind a bare line feed", coding("X: y\nTransfer-Encoding: chunked")),
    .refused(
      "9112 §6.1", "a coding in HTTP/1.0", "POST / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
    // What is not a Transfer-Encoding frames nothing: the body is read as a request, and as one it is refused.
    .answered(
      "9110 §5.1", "a name that only looks like the coding's", post("Transfer_Encoding: chunked\r\n", "0\r\n\r\n"),
      [200, 400]),
    .answered(
      "9110 §5.1", "a name with something in front", post("X-Transfer-Encoding: chunked\r\n", "0\r\n\r\n"), [200, 400]),
  ]

  /// Chunks and what follows them.
  static let chunks: [HostileRequest] = [
    .served("9112 §7.1", "chunks of several sizes", chunked("1\r\na\r\n0a\r\n0123456789\r\n000\r\n\r\n")),
    .served("9112 §7.1", "a chunk with line ends inside", chunked("6\r\n0\r\n\r\nG\r\n0\r\n\r\n")),
    .refused("9112 §7.1", "a chunk without a size", chunked("\r\nabc\r\n0\r\n\r\n")),
    .refused("9112 §7.1", "a chunk size that is not a number", chunked("x\r\nabc\r\n0\r\n\r\n")),
    .refused("9112 §7.1", "a chunk size with a prefix", chunked("0x3\r\nabc\r\n0\r\n\r\n")),
    .refused("9112 §7.1", "a chunk size with a plus sign", chunked("+3\r\nabc\r\n0\r\n\r\n")),
    .refused("9112 §7.1", "a negative chunk size", chunked("-3\r\nabc\r\n0\r\n\r\n")),
    .refused("9112 §7.1", "a chunk size behind a space", chunked(" 3\r\nabc\r\n0\r\n\r\n")),
    .refused("9112 §7.1", "a chunk size with a space behind it", chunked("3 \r\nabc\r\n0\r\n\r\n")),
    .refused("9112 §7.1", "a chunk size with a separator", chunked("0_3\r\nabc\r\n0\r\n\r\n")),
    .refused("9112 §7.1", "a chunk size of 64 bits and more", chunked("10000000000000003\r\nabc\r\n0\r\n\r\n")),
    .refused("9112 §7.1", "a chunk size that would be negative", chunked("ffffffffffffffff\r\nabc\r\n0\r\n\r\n")),
    .refused("9112 §7.1", "a chunk size of 32 bits and more", chunked("100000003\r\nabc\r\n0\r\n\r\n"), 413),
    .refused("9112 §7.1", "a chunk size that never ends", chunked(String(repeating: "0", count: 5_000))),
    .refused("9112 §7.1", "a chunk longer than its size", chunked("2\r\nabc\r\n0\r\n\r\n")),
    .refused("9112 §7.1", "a chunk shorter than its size", chunked("4\r\nabc\r\n0\r\n\r\n")),
    .refused("9112 §7.1", "a chunk without its line end", chunked("3\r\nabc0\r\n\r\n")),
    .refused("9112 §7.1", "a chunk ended by a bare line feed", chunked("3\r\nabc\n0\r\n\r\n")),
    .refused("9112 §7.1", "a chunk ended by a bare carriage return", chunked("3\r\nabc\r0\r\n\r\n")),
    .refused("9112 §7.1", "a chunk size ended by a bare line feed", chunked("3\nabc\r\n0\r\n\r\n")),
    .refused("9112 §7.1", "a chunk size ended by a bare carriage return", chunked("3\rabc\r\n0\r\n\r\n")),
    .refused("9112 §7.1", "a NUL behind a chunk size", chunked("3\0\r\nabc\r\n0\r\n\r\n")),
    .served("9112 §7.1.1", "an extension", chunked("3;a=b;c=\"d\"\r\nabc\r\n0\r\n\r\n")),
    .refused("9112 §7.1.1", "an extension ended by a bare line feed", chunked("3;a\nabc\r\n0\r\n\r\n")),
    .refused("9112 §7.1.1", "a bare carriage return in an extension", chunked("3;a\rb\r\nabc\r\n0\r\n\r\n")),
    .refused("9112 §7.1.1", "an extension without a semicolon", chunked("3 a=b\r\nabc\r\n0\r\n\r\n")),
    .refused(
      "9112 §7.1.1", "an extension past the limit",
      chunked("3;\(String(repeating: "a", count: 4_200))\r\nabc\r\n0\r\n\r\n")),
    .refused(
      "9112 §7.1.1", "many extensions past the limit",
      chunked(String(repeating: "1;\(String(repeating: "a", count: 600))\r\nx\r\n", count: 8) + "0\r\n\r\n")),
    .served("9112 §7.1.2", "a trailer", chunked("0\r\nX: y\r\n\r\n")),
    .served(
      "9110 §6.5.1", "trailers that would frame",
      chunked("0\r\nContent-Length: 50\r\nTransfer-Encoding: x\r\nHost: b\r\n\r\n")),
    .refused("9112 §7.1.2", "a trailer that is not a field", chunked("0\r\nabc\r\n\r\n")),
    .refused("9112 §5.2", "a folded trailer", chunked("0\r\nA: b\r\n c\r\n\r\n")),
    .refused("9112 §2.2", "trailers ended by bare line feeds", chunked("0\r\nA: b\n\n")),
    .refused(
      "6585 §5", "trailers past the limit", chunked("0\r\nX: \(String(repeating: "y", count: 4_200))\r\n\r\n"), 431),
    .refused(
      "6585 §5", "a hundred and one trailers", chunked("0\r\n" + String(repeating: "A: b\r\n", count: 101) + "\r\n"),
      431),
  ]
}
