import Bytes
package import Time

/// What somebody looks for among the mail that was sent. Everything that is set has to fit; ASCII case does not count.
package struct MailFilter: Sendable {
  package enum Word: String, Sendable, CaseIterable {
    case to, from, subject, text, client, user

    package var meaning: String {
      switch self {
      case .to: "the whole address of a recipient, of whatever kind"
      case .from: "the whole address that it is from"
      case .subject: "a part of the subject"
      case .text: "a part of the text or the subject"
      case .client: "the short name of the app"
      case .user: "the short name of the user who called"
      }
    }
  }

  package var words: [Word: String]
  package var since: UnixTime?

  package init(_ words: [Word: String] = [:], since: UnixTime? = nil) { (self.words, self.since) = (words, since) }

  package func matches(_ mail: KeptMail) -> Bool { mail.sending != nil && missed(by: mail).isEmpty }

  /// What does not fit, in words.
  package func missed(by mail: KeptMail) -> [String] {
    let missed = Word.allCases.compactMap { word in words[word].flatMap { Self.missed(word, $0, mail) } }
    guard let since, let sent = mail.sending?.sentAt, sent < since else { return missed }
    return missed + ["it was sent at \(sent.iso8601)"]
  }

  /// What is there in the place of the wanted; nil where that is there.
  private static func missed(_ word: Word, _ wanted: String, _ mail: KeptMail) -> String? {
    let (message, sending) = (mail.message, mail.sending)
    func unless(_ found: String?, _ words: String) -> String? {
      found.map { ASCII.equalIgnoringCase($0, wanted) } ?? false ? nil : words
    }
    func isWithin(_ text: String) -> Bool { ASCII.lowercased(text).firstPlace(of: ASCII.lowercased(wanted)) != nil }
    switch word {
    case .to:
      let all = message.recipients
      return all.contains(MailAddress(wanted)) ? nil : "it went to \(all.map(\.address).joined(separator: ", "))"
    case .from:
      let from = message.address("from")?.address
      return unless(from, "it came from \(from ?? "nobody")")
    case .subject: return isWithin(message.subject) ? nil : "its subject is '\(message.subject)'"
    case .text: return isWithin(message.text + "\n" + message.subject) ? nil : "its text does not have '\(wanted)'"
    case .client: return unless(sending?.client, "the app was \(sending?.client ?? "none")")
    case .user: return unless(sending?.user, "the caller was \(sending?.user ?? "no user")")
    }
  }
}
