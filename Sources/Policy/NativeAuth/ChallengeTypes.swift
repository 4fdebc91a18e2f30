import Bytes

/// `challenge_type`: the ways to prove an account that an app can show (Microsoft: "Native authentication challenge types").
package struct ChallengeTypes: Sendable, Hashable, Codable {
  package var hasCode: Bool
  package var hasPassword: Bool

  package init(hasCode: Bool, hasPassword: Bool) {
    self.hasCode = hasCode
    self.hasPassword = hasPassword
  }

  /// Reads the list; case does not count.
  /// - Throws: AADSTS901007 for a list that is empty, has an unknown word, or lacks `redirect`.
  package init(_ text: String) throws(Refusal) {
    let words = ASCII.words(text).map { ASCII.lowercased($0) }
    guard !words.isEmpty, words.allSatisfy({ ["oob", "password", "redirect"].contains($0) }) else {
      throw Refusal(.challengeTypeUnsupported)
    }
    guard words.contains("redirect") else { throw Refusal(.challengeTypeUnsupported, as: .challengeWithoutRedirect) }
    hasCode = words.contains("oob")
    hasPassword = words.contains("password")
  }
}

/// `capabilities`: what an app can do after the first factor. Older documents say `capability`, and one sample has commas.
package struct NativeCapabilities: Sendable, Hashable, Codable {
  package var canProveFactor = false
  package var canRegisterFactor = false

  package init(_ text: String?) {
    let words = (text ?? "").utf8.split { $0 == 0x20 || $0 == 0x2C }.map { ASCII.lowercased(String(Substring($0))) }
    canProveFactor = words.contains("mfa_required")
    canRegisterFactor = words.contains("registration_required")
  }
}
