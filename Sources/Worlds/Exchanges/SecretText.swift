import Bytes
import Platform

/// Finds secrets in text that people will read, and puts a mark in their place.
///
/// It knows a secret by its look (a signed token, a handle of this server), and by the name before it (`client_secret=…`).
/// Nothing can find a password that stands alone where a name should be.
enum SecretText {
  /// Who wrote a text.
  enum Author {
    /// A client did. Only the values of names that are known as harmless are shown.
    case client
    /// This server did, perhaps with words of a client in it. The values of names that sound like a secret are hidden.
    case server
  }

  /// The mark for a hidden value: what it is, where that is known, and its length in bytes. `•••(9)`, `•••(JWT:843)`.
  static func mark(for value: some StringProtocol) -> String {
    mark(for: Array(value.utf8)[...])
  }

  /// A cookie as `Set-Cookie` has it, with a mark in the place of its value.
  static func maskedCookie(_ cookie: String) -> String {
    // Every answer sets three to five of them, so that bytes are looked at and not characters.
    let bytes = Array(cookie.utf8)
    guard let equals = bytes.firstIndex(of: equals) else { return mark(for: bytes[...]) }
    let end = bytes[equals...].firstIndex(of: 0x3B) ?? bytes.count
    var masked: [UInt8] = []
    masked.reserveCapacity(bytes.count + 24)
    masked += bytes[...equals]
    appendMark(for: bytes[(equals + 1)..<end], to: &masked)
    masked += bytes[end...]
    return String(decoding: masked, as: UTF8.self)
  }

  private static func mark(for bytes: ArraySlice<UInt8>) -> String {
    var mark: [UInt8] = []
    appendMark(for: bytes, to: &mark)
    return String(decoding: mark, as: UTF8.self)
  }

  private static func appendMark(for bytes: ArraySlice<UInt8>, to text: inout [UInt8]) {
    guard !bytes.isEmpty else { return }
    text.append(bytesOf: "•••(")
    if let kind = kind(of: bytes) {
      text.append(bytesOf: kind)
      text.append(0x3A)
    }
    text.append(bytesOf: String(bytes.count))
    text.append(0x29)
  }

  private static func kind(of bytes: ArraySlice<UInt8>) -> String? {
    if isHandle(bytes) { return "handle" }
    guard startsJSON(bytes) else { return nil }
    return isSignedToken(bytes) ? "JWT" : "JSON"
  }

  /// Whether there are two dots.
  private static func isSignedToken(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = bytes.firstIndex(of: dot), let second = bytes[(first + 1)...].firstIndex(of: dot) else {
      return false
    }
    return !bytes[(second + 1)...].contains(dot)
  }

  /// The text with marks in the place of secrets.
  static func masked(_ text: String, by author: Author) -> String {
    guard text.utf8.span.withUnsafeBufferPointer({ mayHaveSecret($0, by: author) }) else { return text }
    let bytes = Array(text.utf8)
    return masked(bytes, at: secrets(in: bytes, by: author)).map { String(decoding: $0, as: UTF8.self) } ?? text
  }

  /// The body of an answer with marks in the place of secrets: the same bytes when it has none. This server wrote it, and a client got it.
  /// Members such as `token_endpoint` and a key's modulus are public there, so that only what is known as a secret is hidden.
  static func maskedAnswer(_ bytes: [UInt8]) -> [UInt8] { masked(bytes, at: AnswerSecrets.places(in: bytes)) ?? bytes }

  /// Nil when there is no secret.
  private static func masked(_ bytes: [UInt8], at secrets: [Range<Int>]) -> [UInt8]? {
    guard !secrets.isEmpty else { return nil }
    var result: [UInt8] = []
    var kept = 0
    result.reserveCapacity(bytes.count)
    for secret in secrets where secret.lowerBound >= kept {
      result += bytes[kept..<secret.lowerBound]
      appendMark(for: bytes[secret], to: &result)
      kept = secret.upperBound
    }
    return kept == 0 ? nil : result + bytes[kept...]
  }

  /// Whether a text has what a token begins with, a run as long as random bytes, or a mark between a name and its value.
  /// Most texts have none of these, and every request brings dozens of texts.
  private static func mayHaveSecret(_ bytes: UnsafeBufferPointer<UInt8>, by author: Author) -> Bool {
    // A tilde is in client secrets only.
    if has(equals, bytes) || has(quote, bytes) || has(0x7E, bytes) { return true }
    if author == .client, has(0x20, bytes, after: endsScheme) { return true }
    // The last bytes of `eyJ`, and of `1.A`, `0.A`, `EwA` and `EwB`.
    if has(0x4A, bytes, after: { $0 == 0x65 && $1 == 0x79 }) { return true }
    if has(0x41, bytes, after: { $1 == 0x2E || $1 == 0x77 }) || has(0x42, bytes, after: { $1 == 0x77 }) { return true }
    // No byte of a run that is shorter than that is looked at, but the last ones before where it would end.
    var start = 0
    while start + shortestRun <= bytes.count {
      var index = start + shortestRun - 1
      while index >= start, isWordByte(bytes[index]), bytes[index] != dot { index -= 1 }
      if index < start { return true }
      start = index + 1
    }
    return false
  }

  /// A shorter piece is not taken for random bytes.
  private static let shortestRun = 40

  /// Whether the bytes may be the last of `Bearer` or `Basic`, before a blank.
  private static func endsScheme(_ first: UInt8, _ second: UInt8) -> Bool {
    switch (first | 0x20, second | 0x20) {
    case (0x65, 0x72), (0x69, 0x63): true
    default: false
    }
  }

  private static func has(_ byte: UInt8, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.baseAddress.flatMap { memchr($0, Int32(byte), bytes.count) } != nil
  }

  /// Whether the byte stands anywhere behind two that fit.
  private static func has(
    _ byte: UInt8, _ bytes: UnsafeBufferPointer<UInt8>, after fits: (_ first: UInt8, _ second: UInt8) -> Bool
  ) -> Bool {
    guard let base = bytes.baseAddress else { return false }
    var index = 0
    while index < bytes.count, let place = memchr(base + index, Int32(byte), bytes.count - index) {
      let at = UnsafeRawPointer(base).distance(to: place)
      if at >= 2, fits(bytes[at - 2], bytes[at - 1]) { return true }
      index = at + 1
    }
    return false
  }

  /// The places of secrets, in their order. Each byte is looked at a fixed number of times.
  private static func secrets(in bytes: [UInt8], by author: Author) -> [Range<Int>] {
    var found: [Range<Int>] = []
    let span = bytes.span
    var index = 0
    while index < span.count {
      let word = nextWord(from: index, in: bytes)
      guard !word.isEmpty else { break }
      let end = word.upperBound
      if mayBeToken(span[word.lowerBound], word.count), let last = endOfToken(word, in: bytes, by: author) {
        found.append(word.lowerBound..<last)
        index = last
      } else if mayName(end, in: bytes, by: author), let value = value(of: word, in: bytes, by: author) {
        if !value.isEmpty { found.append(value) }
        index = max(end, value.upperBound)
      } else {
        index = end
      }
    }
    return found
  }

  /// The first run of word bytes from there on; empty at the end. Every byte of every reason and address is looked at, so that it is one look
  /// each.
  private static func nextWord(from start: Int, in bytes: [UInt8]) -> Range<Int> {
    wordTable.withUnsafeBufferPointer { isWord in
      bytes.withUnsafeBufferPointer { bytes in
        var begin = start
        while begin < bytes.count, !isWord[Int(bytes[begin])] { begin += 1 }
        var end = begin
        while end < bytes.count, isWord[Int(bytes[end])] { end += 1 }
        return begin..<end
      }
    }
  }

  private static let wordTable = (0...UInt8.max).map(isWordByte)

  /// Whether a word of that length may be, or begin, a token: it begins as one does, or is as long as a client secret. Most words are short
  /// and do not.
  private static func mayBeToken(_ first: UInt8, _ length: Int) -> Bool {
    first == 0x65 || first == 0x30 || first == 0x31 || first == 0x45 || length >= shortestSecret
  }

  /// Whether the word that ends there may be the name of a value.
  private static func mayName(_ end: Int, in bytes: [UInt8], by author: Author) -> Bool {
    guard end < bytes.count else { return false }
    switch bytes[end] {
    case equals: return true
    // A value before its closing quote is not a name of a member, and JSON has one for each name: its sound is not asked for.
    case quote: return end + 2 < bytes.count && bytes[end + 1] == 0x3A && bytes[end + 2] == quote
    case 0x20: return author == .client
    default: return false
    }
  }

  // MARK: By the name before it

  /// The place of a value that must not be shown: what follows `name=`, `"name":"`, or the scheme of an `Authorization`
  /// field. Nil when the word is not a name of that sort.
  private static func value(of word: Range<Int>, in bytes: [UInt8], by author: Author) -> Range<Int>? {
    let end = word.upperBound
    switch bytes[end] {
    case equals where hides(word, in: bytes, author):
      let start = end + 1
      return start..<(bytes[start...].firstIndex(where: endsValue) ?? bytes.count)
    case quote where secretNames.fit(bytes.span.extracting(word)):
      // What stands between the two quotes: `":"`.
      let start = end + 3
      return start..<(bytes[start...].firstIndex(of: quote) ?? bytes.count)
    case 0x20 where author == .client && isScheme(bytes.span.text(word)):
      let start = end + 1
      return start..<(bytes[start...].firstIndex(where: endsValue) ?? bytes.count)
    default: return nil
    }
  }

  private static func isScheme(_ name: String) -> Bool {
    ASCII.equalIgnoringCase(name, "Bearer") || ASCII.equalIgnoringCase(name, "Basic")
  }

  private static func hides(_ word: Range<Int>, in bytes: [UInt8], _ author: Author) -> Bool {
    let name = bytes.span.extracting(word)
    // The sound is sooner known than whether a name is among the harmless ones.
    return (author == .client || secretNames.fit(name)) && HarmlessNames.parameter(bytes.span.text(word)) == nil
  }

  /// Whether values of that name are likely to give access.
  static func soundsSecret(_ name: String) -> Bool { secretNames.fit(name.utf8.span) }

  private static let secretNames = SecretNames(
    whole: ["code", "device_code", "pin", "ctx", "key", "sig", "auth", "pass"],
    // `passw` is in password and in passwd.
    parts: [
      "token", "secret", "passw", "passphrase", "pwd", "assertion", "verifier", "otp", "otc", "jwt", "saml",
      "credential", "cookie", "canary", "authorization", "id_token", "apikey", "api-key", "api_key", "accesskey",
      "access-key", "identity-header", "private",
    ])

  // MARK: By its look

  /// Where the token ends that begins with the word. Nil when none does.
  private static func endOfToken(_ word: Range<Int>, in bytes: [UInt8], by author: Author) -> Int? {
    let isToken = isToken(bytes[word], by: author)
    guard isToken || startsHandle(bytes[word]) else { return nil }
    // Base64 has further characters, which end a word elsewhere.
    let end = bytes[word.upperBound...].firstIndex { !isTokenByte($0) } ?? bytes.count
    return isToken || isHandle(bytes[word.lowerBound..<end]) ? end : nil
  }

  private static func isToken(_ word: ArraySlice<UInt8>, by author: Author) -> Bool {
    if word.count >= shortestJSON, startsJSON(word) { return true }
    if isHandle(word) || isClientSecret(word) { return true }
    return isRandom(word, atLeast: author == .client ? 40 : 60)
  }

  /// A shorter word is not JSON in Base64, in bytes.
  static let shortestJSON = 10

  /// A code or refresh token of this server or of the real service, or an opaque token for a personal account.
  private static func isHandle(_ word: ArraySlice<UInt8>) -> Bool { word.count >= shortestHandle && startsHandle(word) }

  /// A shorter word is not a handle, in bytes.
  static let shortestHandle = 24

  private static func startsHandle(_ word: ArraySlice<UInt8>) -> Bool {
    let start = word.startIndex
    return word.count >= 3 && startsHandle(word[start], word[start + 1], word[start + 2])
  }

  /// Whether a handle begins with these bytes: `1.A`, `0.A`, `EwA` or `EwB`.
  static func startsHandle(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Bool {
    switch first {
    case 0x30, 0x31: second == 0x2E && third == 0x41
    case 0x45: second == 0x77 && (third == 0x41 || third == 0x42)
    default: false
    }
  }

  private static func startsJSON(_ word: ArraySlice<UInt8>) -> Bool {
    let start = word.startIndex
    return word.count >= 3 && startsJSON(word[start], word[start + 1], word[start + 2])
  }

  /// Whether these bytes are `{"` in Base64, `eyJ`.
  static func startsJSON(_ first: UInt8, _ second: UInt8, _ third: UInt8) -> Bool {
    first == 0x65 && second == 0x79 && third == 0x4A
  }

  private static func isClientSecret(_ word: ArraySlice<UInt8>) -> Bool {
    let start = word.startIndex
    return word.count >= shortestSecret && marksClientSecret(word[start + 3], word[start + 4], word[start + 5])
  }

  /// Whether the fourth to sixth byte are such as `8Q~`: a client secret as the portal makes it has them. It has 40 characters.
  static func marksClientSecret(_ fourth: UInt8, _ fifth: UInt8, _ sixth: UInt8) -> Bool {
    ASCII.isDigit(fourth) && fifth == 0x51 && sixth == 0x7E
  }

  /// A shorter word is not a client secret, in bytes.
  static let shortestSecret = 30

  /// Whether the word has so many letters of both cases and digits in one piece, as random bytes in Base64 have.
  private static func isRandom(_ word: ArraySlice<UInt8>, atLeast count: Int) -> Bool {
    guard word.count >= count else { return false }
    return word.split(separator: 0x2E).contains { piece in
      piece.count >= count && piece.contains { (0x61...0x7A).contains($0) }
        && piece.contains { (0x41...0x5A).contains($0) }
        && piece.contains(where: ASCII.isDigit)
    }
  }

  private static let equals: UInt8 = 0x3D
  private static let quote: UInt8 = 0x22
  private static let dot: UInt8 = 0x2E

  /// One bit for each of them.
  private static let wordBits: (UInt64, UInt64) = (0x03FF_6010_0000_0000, 0x47FF_FFFE_AFFF_FFFE)
  /// Those, and `%`, `+`, `/` and `=`.
  private static let tokenBits: (UInt64, UInt64) = (0x23FF_E830_0000_0000, 0x47FF_FFFE_AFFF_FFFE)

  /// Letters, digits and `-._~[]$`: what names, handles and tokens are made of. Every byte of many texts comes here.
  static func isWordByte(_ byte: UInt8) -> Bool {
    guard byte < 0x80 else { return false }
    return (byte < 0x40 ? wordBits.0 : wordBits.1) &>> UInt64(byte & 63) & 1 == 1
  }

  /// Word bytes, and the `+`, `/`, `=` and `%` of Base64 in a URL.
  static func isTokenByte(_ byte: UInt8) -> Bool {
    guard byte < 0x80 else { return false }
    return (byte < 0x40 ? tokenBits.0 : tokenBits.1) &>> UInt64(byte & 63) & 1 == 1
  }

  /// Blanks, control characters, and `&`, `;`, `,`, quotes and brackets.
  static func endsValue(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, 0x22, 0x26, 0x27, 0x29, 0x2C, 0x3B, 0x3C, 0x3E: true
    default: false
    }
  }
}
