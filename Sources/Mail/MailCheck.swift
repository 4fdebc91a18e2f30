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
  /// Who calls, and for whose mailbox.
  package struct Caller: Sendable {
    /// Whether a user calls for another's mailbox, and may use it.
    package var isAnothers = false
    package var hasFullAccess = false
    /// Whether the app is kept to some mailboxes, and this is none of them.
    package var isKeptOut = false

    package init() {}
  }

  package enum Mailbox: String, Sendable, Hashable, Codable, CaseIterable {
    case cloud
    case none
    case onPremises
    /// As `none`, in the other words that the service was seen to use.
    case undiscovered
  }

  /// The refusal of a call to a mailbox; nil for one that may go on.
  package static func refusal(of mailbox: Mailbox, to caller: Caller) -> MailRefusal? {
    if caller.isAnothers, !caller.hasFullAccess { return MailRefusal(.accessDenied) }
    if caller.isKeptOut { return MailRefusal(.blocked) }
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
    for name in list.map({ $0.object?.member("name")?.string ?? "" }) where !ASCII.lowercased(name).hasPrefix("x-") {
      return MailRefusal(.headerName).about(name)
    }
    return nil
  }

  /// How somebody may send in another's name.
  package enum Right: Sendable, Hashable {
    case own
    case sendAs
    case onBehalf
  }

  /// The refusal of the recipients. `isUnknown` tells of an address in a domain of the tenant that nobody has it.
  package static func refusal(
    ofRecipients message: MailMessage, _ settings: MailSettings, isUnknown: (MailAddress) -> Bool
  ) -> MailRefusal? {
    let recipients = message.recipients
    guard !recipients.isEmpty else { return MailRefusal(.noRecipients) }
    for recipient in recipients {
      let parts = recipient.address.split(separator: "@", omittingEmptySubsequences: false)
      let isAddress = parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
      guard isAddress, !(settings.strictRecipients && isUnknown(recipient)) else {
        return MailRefusal(.unresolved).about(recipient.address)
      }
    }
    return recipients.count > 500 ? MailRefusal(.tooMany) : nil
  }
}
