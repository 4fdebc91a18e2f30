import Bytes
import JSON

/// What a world says of its mail service beside its users: `mail:` of a file.
package struct MailSettings: Sendable, Hashable {
  /// Addresses, with `*` for anything, that cannot be delivered to.
  package var bounce: [String] = []
  /// How long a message is on its way. Nil: it is there at once.
  package var delay: Duration?
  /// How many requests one app may have at one mailbox at once. Nil: as many as it wants.
  package var concurrency: Int?
  /// How many requests one app may send to one mailbox in ten minutes. Nil: as many as it wants.
  package var requests: Int?
  /// Whether an address in a domain of the tenant has to be somebody's.
  package var strictRecipients = false
  /// How large a message may be, in bytes.
  package var sizeLimit = 35 << 20

  package init() {}
}

/// What a mailbox is, and what a message may be, as the service decides it: functions of values, in its order.
package enum MailCheck {
  package enum Mailbox: String, Sendable, Hashable, Codable, CaseIterable {
    case cloud
    case none
    case onPremises
    /// As `none`, in the other words that the service was seen to use.
    case undiscovered
  }

  /// The refusal of a call to a mailbox; nil for one that may go on. `isForeign` tells of another's mailbox that the calling user may not use,
  /// `isKeptOut` of one that the app is kept away from.
  package static func refusal(of mailbox: Mailbox, isForeign: Bool, isKeptOut: Bool) -> MailRefusal? {
    if isForeign { return MailRefusal(.accessDenied) }
    if isKeptOut { return MailRefusal(.blocked) }
    switch mailbox {
    case .cloud: return nil
    case .undiscovered: return MailRefusal(.undiscovered)
    case .none, .onPremises: return MailRefusal(.noMailbox)
    }
  }

  /// The refusal of header fields that a client asked for.
  package static func refusal(ofHeaders message: MailMessage) -> MailRefusal? {
    guard message.mime == nil, let list = message.members["internetMessageHeaders"]?.array else { return nil }
    guard (1...5).contains(list.count) else { return MailRefusal(.headerCount) }
    let names = list.map { $0.object?.member("name")?.string ?? "" }
    return names.first { !$0.hasPrefix("x-") && !$0.hasPrefix("X-") }.map { MailRefusal(.headerName).about($0) }
  }

  /// The refusal of the recipients. `isUnknown` tells of an address in a domain of the tenant that nobody has it.
  package static func refusal(
    ofRecipients message: MailMessage, _ settings: MailSettings, isUnknown: (MailAddress) -> Bool
  ) -> MailRefusal? {
    let recipients = message.recipients
    let unresolved = recipients.first { recipient in
      let parts = recipient.address.split(separator: "@", omittingEmptySubsequences: false)
      let isAddress = parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
      return !isAddress || settings.strictRecipients && isUnknown(recipient)
    }
    if let unresolved { return MailRefusal(.unresolved).about(unresolved.address) }
    return recipients.isEmpty ? MailRefusal(.noRecipients) : recipients.count > 500 ? MailRefusal(.tooMany) : nil
  }
}
