import Bytes

/// The place of a request in a trace, as `traceparent` and `tracestate` tell it (W3C Trace Context).
package struct TraceContext: Sendable, Hashable {
  /// 32 hexadecimal digits in small letters, never all zero.
  package let traceID: String
  /// The span of the caller: 16 hexadecimal digits in small letters, never all zero.
  package let parentID: String
  /// Bit 0: the caller records the trace. The others are passed on as they came.
  package let flags: UInt8
  /// What other systems said, as it is passed on. Nil when there was none, or none that can be read.
  package var state: String?

  package init(traceID: String, parentID: String, flags: UInt8, state: String? = nil) {
    self.traceID = traceID
    self.parentID = parentID
    self.flags = flags
    self.state = state
  }

  package var isSampled: Bool { flags & 1 == 1 }

  /// The value of `traceparent`, in the version that this program speaks.
  package var parent: String { "00-\(traceID)-\(parentID)-\(Hex.encode([flags]))" }

  /// The header fields that pass the context on.
  package var fields: [(String, String)] {
    [(Self.parentField, parent)] + (state.map { [(Self.stateField, $0)] } ?? [])
  }

  package static let parentField = "traceparent"
  package static let stateField = "tracestate"
  /// What a participant has to pass on at least. Of a longer state the last members are left out.
  private static let maximumState = 512
  private static let maximumMembers = 32

  /// What the header fields of a request say. Nil without `traceparent`, with several, and for one that cannot be read:
  /// the trace begins anew then, and `tracestate` counts for nothing.
  package init?(_ fields: HTTPFields) {
    guard let text = fields[Self.parentField], fields.all(Self.parentField).count == 1 else { return nil }
    self.init(parent: text, state: fields.all(Self.stateField))
  }

  /// `parent` is the value of `traceparent`, `state` those of all fields `tracestate` in their order.
  package init?(parent: String, state: [String] = []) {
    let bytes = Array(parent.utf8)
    guard bytes.count >= 55, bytes[2] == 0x2D, bytes[35] == 0x2D, bytes[52] == 0x2D,
      let version = Self.digits(bytes[0..<2]), version != "ff",
      // A later version may go on after the flags; ours may not.
      bytes.count == 55 || version != "00" && bytes[55] == 0x2D,
      let trace = Self.digits(bytes[3..<35]), let span = Self.digits(bytes[36..<52]),
      let flags = Self.digits(bytes[53..<55]).flatMap({ Hex.decode($0)?.first }),
      trace.utf8.contains(where: { $0 != 0x30 }), span.utf8.contains(where: { $0 != 0x30 })
    else { return nil }
    self.init(traceID: trace, parentID: span, flags: version == "00" ? flags : flags & 1, state: Self.state(state))
  }

  /// The text when it has hexadecimal digits in small letters only.
  private static func digits(_ bytes: ArraySlice<UInt8>) -> String? {
    guard bytes.allSatisfy({ ASCII.isDigit($0) || (0x61...0x66).contains($0) }) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func state(_ values: [String]) -> String? {
    let members = values.joined(separator: ",").split(separator: ",").map { ASCII.trimmed($0) }.filter { !$0.isEmpty }
    guard !members.isEmpty, members.count <= maximumMembers, members.allSatisfy(isMember) else { return nil }
    let keys = members.map { $0.prefix { $0 != "=" } }
    guard Set(keys).count == keys.count else { return nil }
    var kept = members
    while kept.reduce(kept.count - 1, { $0 + $1.utf8.count }) > maximumState { kept.removeLast() }
    return kept.isEmpty ? nil : kept.joined(separator: ",")
  }

  /// Whether the text is a key, `=`, and a value.
  private static func isMember(_ member: String) -> Bool {
    let bytes = Array(member.utf8)
    guard let equals = bytes.firstIndex(of: 0x3D), (1...256).contains(equals) else { return false }
    let value = bytes[(equals + 1)...]
    guard ASCII.isDigit(bytes[0]) || isSmall(bytes[0]), (1...256).contains(value.count) else { return false }
    return bytes[..<equals].allSatisfy(isKeyCharacter) && value.allSatisfy { $0 >= 0x20 && $0 < 0x7F && $0 != 0x3D }
  }

  private static func isSmall(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte) }

  private static func isKeyCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    // _ - * / @
    case 0x5F, 0x2D, 0x2A, 0x2F, 0x40: true
    default: ASCII.isDigit(byte) || isSmall(byte)
    }
  }
}
