package import Bytes

/// Tells a value that stands for another one from the value itself.
package enum Placeholder {
  /// Parts of texts that ask the reader to put something in, as brackets do. Compared in small letters.
  private static let signs = Needles(signText.parts(0x7C))
  private static let signText = """
    [enter|enter_|enter the|enter your|enter-|your|_here| here|xxxx|placeholder|replace|insert|change_me|changeme|***|$(|__|tenant_name|[copy|dummy|domain.name
    """

  private static let wordSigns = Needles(
    "-guid _guid registration client_id clientid client-id tenant_id tenantid tenant-id client_secret clientsecret"
      .blankParts)

  /// Names that stand in the place of their own value. Compared without anything but letters.
  private static let names = """
    clientid tenantid applicationid appid azureclientid azuretenantid applicationclientid directoryid directorytenantid tenantname \
    tenant tenantguid clientsecret secret guid tenantinfohere clientidhere tenantsubdomain aadclientid aadtenantid webapiappid unknown
    """

  /// Whether this is not a value but a hint at what to put here.
  package static func fits(_ text: String) -> Bool {
    if text.isEmpty { return true }
    if let id = GUID(text) { return isMadeUp(id) }
    let small = text.utf8.map(ASCII.lowercased)
    if small.count > 29 {
      // The templates of .NET have digits that look like an id and are none.
      if small.count > 30, small.allSatisfy({ $0 == 0x2D || $0 == small[0] }) { return true }
      // So has an id with a digit too few.
      let isHex = small.allSatisfy { ASCII.isDigit($0) || 0x61...0x66 ~= $0 || $0 == 0x2D }
      if isHex, small.count < 41, small.count(where: { $0 == 0x2D }) > 2 { return true }
      // So has one whose letters are not digits.
      let form: [UInt8] = small.map { $0 == 0x2D || ASCII.isAlphanumeric($0) ? $0 == 0x2D ? 0x2D : 0x30 : 0 }
      if form.elementsEqual("00000000-0000-0000-0000-000000000000".utf8) { return true }
    }
    if small.contains(where: { [0x3C, 0x3E, 0x7B, 0x7D].contains($0) }) || signs.stand(in: small) { return true }
    // One word that speaks of an id: `UIAppRegistrationClientID`. In a sentence the same words are a message.
    let blanks = small.count { $0 == 0x20 }
    // A sentence is not a value, and neither is what stands in brackets or between percent signs.
    if blanks > 2 || blanks == 0 && wordSigns.stand(in: small) { return true }
    if let first = small.first, let last = small.last, first == 0x5B && last == 0x5D || first == 0x25 && last == 0x25 {
      return true
    }
    return names.hasWord(String(decoding: small.filter(ASCII.isLetter), as: UTF8.self))
  }

  /// Whether a list is not a list but a sentence that asks for one, with commas of its own.
  package static func isSentence(_ text: String) -> Bool {
    let asks = text.utf8.contains { [0x5B, 0x3C, 0x7B].contains($0) }
    let isList = !asks && ["openid", "offline_access", "://"].contains { text.firstPlace(of: $0) != nil }
    return !isList && fits(text) && (asks || text.utf8.count(where: { $0 == 0x20 }) > 2)
  }

  /// Whether each group of digits repeats one digit, as in `11111111-2222-3333-4444-555555555555`.
  package static func isMadeUp(_ id: GUID) -> Bool {
    let text = Array(id.description.utf8)
    return [0..<8, 9..<13, 14..<18, 19..<23, 24..<36].allSatisfy { group in
      text[group].allSatisfy { $0 == text[group.lowerBound] }
    }
  }
}
