import Testing

/// A row of the table of malformed and misleading requests: the bytes, where the standard speaks of them, and what comes back.
struct HostileRequest: CustomTestStringConvertible, Sendable {
  /// RFC and section.
  let source: String
  let testDescription: String
  let bytes: [UInt8]
  /// The statuses of the answers, in order.
  let statuses: [Int]
  /// Whether what follows on the connection is read as a request.
  let goesOn: Bool

  /// Refused: answered once, closed, and nothing behind it is read.
  static func refused(
    _ source: String, _ description: String, _ text: String, _ status: Int = 400
  ) -> Self { .init(source, description, Array(text.utf8), [status], goesOn: false) }

  /// Refused, for bytes that are not text.
  static func refused(
    _ source: String, _ description: String, bytes: [UInt8], _ status: Int = 400
  ) -> Self { .init(source, description, bytes, [status], goesOn: false) }

  /// One request as the standard has it, and the connection is ready for the next.
  static func served(_ source: String, _ description: String, _ text: String) -> Self {
    .init(source, description, Array(text.utf8), [200], goesOn: true)
  }

  /// Answered with these statuses.
  static func answered(
    _ source: String, _ description: String, _ text: String, _ statuses: [Int], goesOn: Bool = false
  ) -> Self { .init(source, description, Array(text.utf8), statuses, goesOn: goesOn) }

  private init(_ source: String, _ description: String, _ bytes: [UInt8], _ statuses: [Int], goesOn: Bool) {
    self.source = source
    testDescription = "\(description) (RFC \(source))"
    self.bytes = bytes
    self.statuses = statuses
    self.goesOn = goesOn
  }

  static let all = lines + targets + fields + hosts + lengths + codings + chunks + expectations + connections

  // MARK: Spelling rows

  /// A GET with further fields.
  static func get(_ fields: String) -> String { "GET / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n" }

  /// A POST with these fields and what follows the head.
  static func post(_ fields: String, _ rest: String = "") -> String {
    "POST / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\(rest)"
  }

  /// A POST with that Content-Length field's value and a body of one byte.
  static func length(_ value: String) -> String { post("Content-Length:\(value)\r\n", "x") }

  /// A POST with that Transfer-Encoding line and a chunked body that ends at once.
  static func coding(_ line: String) -> String { post("\(line)\r\n", "0\r\n\r\n") }

  /// A POST with a chunked body.
  static func chunked(_ body: String) -> String { post("Transfer-Encoding: chunked\r\n", body) }
}
