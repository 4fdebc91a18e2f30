import Platform

/// Finds secrets in the body of an answer: tokens by their look, members and fields by their names.
///
/// Every answer is looked through before the journal keeps it, and most of an answer is markup and words. So only those bytes are looked at that a
/// secret cannot do without: the last byte of what a token begins with, the colon behind a member's name, the equals sign behind a
/// parameter's. The C library finds these many bytes at a time.
struct AnswerSecrets {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var found: [Range<Int>] = []

  /// The places of secrets, in their order. None overlaps another.
  static func places(in bytes: [UInt8]) -> [Range<Int>] {
    bytes.withUnsafeBufferPointer { bytes in
      var search = AnswerSecrets(bytes: bytes)
      search.search()
      return search.merged
    }
  }

  private init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  private mutating func search() {
    // The last bytes of `eyJ`, of `0.A`, `1.A` and `EwA`, of `EwB`, and of what a client secret has in it.
    look(for: 0x4A) { $0.token(from: $1 - 2) }
    look(for: 0x41) { $0.token(from: $1 - 2) }
    look(for: 0x42) { $0.token(from: $1 - 2) }
    look(for: 0x7E) { $0.clientSecret(from: $1 - 5) }
    look(for: Self.colon) { $0.member(before: $1) }
    look(for: Self.equals) { $0.parameter(before: $1) }
  }

  /// Has each place of a byte looked at that is not in a secret which that byte has led to.
  private mutating func look(for byte: UInt8, _ secret: (AnswerSecrets, Int) -> Range<Int>?) {
    guard let base = bytes.baseAddress else { return }
    var index = 0
    while index < bytes.count, let place = memchr(base + index, Int32(byte), bytes.count - index) {
      let at = UnsafeRawPointer(base).distance(to: place)
      index = at + 1
      guard let secret = secret(self, at), !secret.isEmpty else { continue }
      found.append(secret)
      index = max(index, secret.upperBound)
    }
  }

  /// The places in their order; those that overlap are one.
  private var merged: [Range<Int>] {
    guard found.count > 1 else { return found }
    var merged: [Range<Int>] = []
    for range in found.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, range.lowerBound < last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return merged
  }

  // MARK: By its look

  /// The token that begins there. Nil when none does.
  private func token(from start: Int) -> Range<Int>? {
    guard beginsWord(start) else { return nil }
    let (first, second, third) = (bytes[start], bytes[start + 1], bytes[start + 2])
    let isJSON = SecretText.startsJSON(first, second, third)
    guard isJSON || SecretText.startsHandle(first, second, third) else { return nil }
    if isJSON, endOfWord(from: start) - start < SecretText.shortestJSON { return nil }
    let end = endOfToken(from: start)
    return isJSON || end - start >= SecretText.shortestHandle ? start..<end : nil
  }

  /// The client secret that begins there. Nil when none does.
  private func clientSecret(from start: Int) -> Range<Int>? {
    guard beginsWord(start), SecretText.marksClientSecret(bytes[start + 3], bytes[start + 4], bytes[start + 5]),
      endOfWord(from: start) - start >= SecretText.shortestSecret
    else { return nil }
    return start..<endOfToken(from: start)
  }

  private func endOfWord(from start: Int) -> Int {
    var end = start
    while end < bytes.count, SecretText.isWordByte(bytes[end]) { end += 1 }
    return end
  }

  /// Base64 has further characters, which end a word elsewhere.
  private func endOfToken(from start: Int) -> Int {
    var end = start
    while end < bytes.count, SecretText.isTokenByte(bytes[end]) { end += 1 }
    return end
  }

  private func beginsWord(_ start: Int) -> Bool {
    start >= 0 && SecretText.isWordByte(bytes[start]) && (start == 0 || !SecretText.isWordByte(bytes[start - 1]))
  }

  // MARK: By the name before it

  /// The text of a member `"name": "…"` with that colon.
  private func member(before colon: Int) -> Range<Int>? {
    guard colon > 0, bytes[colon - 1] == Self.quote, isSecretName(endingAt: colon - 1) else { return nil }
    var start = colon + 1
    while start < bytes.count, bytes[start] == 0x20 { start += 1 }
    guard start < bytes.count, bytes[start] == Self.quote else { return nil }
    start += 1
    return start..<endOfText(from: start)
  }

  /// Where a text of JSON ends that begins there: before the first quote that is not escaped. A token has thousands of bytes, so that the C
  /// library looks for the quote.
  private func endOfText(from start: Int) -> Int {
    guard let base = bytes.baseAddress else { return start }
    var index = start
    while index < bytes.count, let place = memchr(base + index, Int32(Self.quote), bytes.count - index) {
      let at = UnsafeRawPointer(base).distance(to: place)
      var escapes = at
      while escapes > start, bytes[escapes - 1] == 0x5C { escapes -= 1 }
      if (at - escapes).isMultiple(of: 2) { return at }
      index = at + 1
    }
    return bytes.count
  }

  /// The value of a parameter with that equals sign, or of a field of a form, `name="…" value="…"`.
  private func parameter(before equals: Int) -> Range<Int>? {
    let start = equals + 1
    if start < bytes.count, bytes[start] == Self.quote {
      // Most fields of markup are not this one.
      return equals > 0 && bytes[equals - 1] == 0x65 && endsWord(equals, "name") ? field(named: start + 1) : nil
    }
    // A refusal that repeats what a client sent in the wrong place. What an attribute of a page says is not that.
    guard isSecretName(endingAt: equals) else { return nil }
    var end = start
    while end < bytes.count, !SecretText.endsValue(bytes[end]) { end += 1 }
    return start..<end
  }

  /// The value of a field of a form whose name begins there.
  private func field(named start: Int) -> Range<Int>? {
    // The rest of the field is short, so that a page without its end costs no more than one with it.
    let limit = min(bytes.count, start + Self.longestField)
    var last = start
    while last < limit, bytes[last] != Self.quote { last += 1 }
    guard last < limit, Self.names.contains(bytes[start..<last]) else { return nil }
    var index = last + 1
    let count = Self.formValue.utf8CodeUnitCount
    while index + count <= bytes.count, index < last + Self.longestField, bytes[index] != 0x3E {
      if isText(Self.formValue, at: index) {
        return index + count..<quote(from: index + count)
      }
      index += 1
    }
    return nil
  }

  /// The place of the next quote, or the end. A value can be a whole page long, so that the C library looks for it.
  private func quote(from start: Int) -> Int {
    guard let base = bytes.baseAddress, start < bytes.count,
      let place = memchr(base + start, Int32(Self.quote), bytes.count - start)
    else { return bytes.count }
    return UnsafeRawPointer(base).distance(to: place)
  }

  /// Whether the whole word that ends before a place is the name of a secret.
  private func isSecretName(endingAt end: Int) -> Bool {
    var start = end
    while start > 0, SecretText.isWordByte(bytes[start - 1]) {
      start -= 1
      if end - start > Self.names.longest { return false }
    }
    return Self.names.contains(bytes[start..<end])
  }

  private func endsWord(_ end: Int, _ word: StaticString) -> Bool {
    let start = end - word.utf8CodeUnitCount
    return start >= 0 && isText(word, at: start) && beginsWord(start)
  }

  private func isText(_ text: StaticString, at start: Int) -> Bool {
    guard let base = bytes.baseAddress else { return false }
    return memcmp(base + start, text.utf8Start, text.utf8CodeUnitCount) == 0
  }

  /// So far behind its name a field has its value, in bytes.
  private static let longestField = 256
  private static let formValue: StaticString = " value=\""
  private static let quote: UInt8 = 0x22
  private static let colon: UInt8 = 0x3A
  private static let equals: UInt8 = 0x3D

  /// Members and fields of forms that give access. Codes are known by their look: in Graph's answers `code` names an error.
  private static let names = ByteNames([
    "access_token", "refresh_token", "id_token", "device_code", "continuation_token", "client_secret", "secretText",
    "secret", "password", "passwd", "newPassword", "temporaryAccessPass", "token", "ctx", "sCtx", "sFT", "flowToken",
    "canary", "apiCanary", "urlResetPassword", "otc", "SAMLResponse", "oidcToken",
  ])
}

/// Names that bytes are compared with. ASCII case does not count.
private struct ByteNames {
  /// By their length, in small letters.
  private let names: [[[UInt8]]]
  /// The length of the longest.
  let longest: Int

  init(_ names: [String]) {
    let longest = names.map(\.utf8.count).max() ?? 0
    self.longest = longest
    self.names = (0...longest).map { length in
      names.filter { $0.utf8.count == length }.map { $0.utf8.map(Self.small) }
    }
  }

  func contains(_ word: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    guard word.count <= longest else { return false }
    for name in names[word.count] where Self.small(word[word.startIndex]) == name[0] {
      if word.elementsEqual(name, by: { Self.small($0) == $1 }) { return true }
    }
    return false
  }

  private static func small(_ byte: UInt8) -> UInt8 { 0x41...0x5A ~= byte ? byte | 0x20 : byte }
}
