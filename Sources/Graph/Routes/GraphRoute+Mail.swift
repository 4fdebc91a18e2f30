import Bytes
import HTTPWire
import Worlds

/// Mail, and what the tutorials read beside it.
extension GraphRoute {
  /// A call about one mailbox.
  private init(
    _ method: String, mail path: String, _ permission: GraphPermission,
    _ answer: @escaping @Sendable (MailPlace, inout Exchange) throws -> HTTPResponse
  ) {
    self.init(method, path, permission) { resource, exchange in
      try answer(MailPlace(resource, &exchange), &exchange)
    }
  }

  /// The operations on the mail of one user.
  static func mail(_ user: String) -> [GraphRoute] {
    [
      GraphRoute("POST", mail: user + "/sendMail", .sendMail, MailCalls.sendMail),
      GraphRoute("POST", mail: user + "/microsoft.graph.sendMail", .sendMail, MailCalls.sendMail),
      GraphRoute("GET", mail: user + "/mailFolders", .readMailBasic, MailCalls.folders),
      GraphRoute("GET", mail: user + "/mailFolders/{folder}", .readMailBasic, MailCalls.folder),
      GraphRoute("GET", mail: user + "/mailboxSettings", .readMailboxSettings, MailCalls.settings),
      GraphRoute("GET", mail: user + "/calendar", .readCalendar, MailCalls.calendar),
    ] + [user + "/messages", user + "/mailFolders/{folder}/messages"].flatMap(messages)
  }

  private static func messages(_ list: String) -> [GraphRoute] {
    let one = list + "/{message}"
    let files = one + "/attachments"
    return [
      GraphRoute("GET", mail: list, .readMailBasic, MailCalls.list),
      GraphRoute("POST", mail: list, .changeMail, MailCalls.create),
      GraphRoute("GET", mail: one, .readMailBasic, MailCalls.read),
      GraphRoute("PATCH", mail: one, .changeMail, MailCalls.update),
      GraphRoute("DELETE", mail: one, .changeMail, MailCalls.delete),
      GraphRoute("GET", mail: one + "/$value", .readMail, MailCalls.mime),
      GraphRoute(notServed: "PUT", one + "/$value"),
      GraphRoute(notServed: "POST", one + "/move"),
      GraphRoute(notServed: "POST", one + "/copy"),
      GraphRoute("POST", mail: one + "/send", .sendMail, MailCalls.sendDraft),
      GraphRoute("GET", mail: files, .readMail, AttachmentCalls.list),
      GraphRoute("POST", mail: files, .changeMail, AttachmentCalls.add),
      GraphRoute("POST", mail: files + "/createUploadSession", .changeMail, AttachmentCalls.createSession),
      GraphRoute("GET", mail: files + "/{attachment}", .readMail, AttachmentCalls.read),
      GraphRoute("DELETE", mail: files + "/{attachment}", .changeMail, AttachmentCalls.delete),
      GraphRoute("GET", mail: files + "/{attachment}/$value", .readMail, AttachmentCalls.bytes),
    ]
      + MailReply.allCases.flatMap { kind in
        let name = kind.rawValue.prefix(1).uppercased() + kind.rawValue.dropFirst()
        return [
          GraphRoute("POST", mail: "\(one)/\(kind)", .sendMail, kind.send),
          GraphRoute("POST", mail: "\(one)/create\(name)", .changeMail, kind.create),
        ]
      }
  }

  /// Whether the request asks the mail service to send a message.
  static func sendsMail(_ request: HTTPRequest) -> Bool {
    let segments = request.path.split(separator: "/").map { ASCII.lowercased($0) }
    guard request.method == "POST", let last = segments.last else { return false }
    return ["sendmail", "microsoft.graph.sendmail"].contains(last)
      || segments.contains { $0.hasPrefix("messages") } && ["send", "reply", "replyall", "forward"].contains(last)
  }
}

extension GraphPermission {
  /// What the mail service asks for: of another's mailbox the same with `.Shared`.
  private static func ofMail(_ own: String, application: String? = nil) -> Self {
    let shared = own.split(separator: " ").map { $0 + ".Shared" }.joined(separator: " ")
    var row = Self(shared, own: own, application: application ?? own)
    row.isOfMail = true
    return row
  }

  /// "user: sendMail", "message: send", "message: reply" and its kin.
  static let sendMail = ofMail("Mail.Send")
  /// "List messages", "Get message", "List mailFolders".
  static let readMailBasic = ofMail(
    "Mail.Read Mail.ReadBasic Mail.ReadWrite", application: "Mail.Read Mail.ReadBasic Mail.ReadBasic.All Mail.ReadWrite"
  )
  /// "List attachments", "Get MIME content of a message".
  static let readMail = ofMail("Mail.Read Mail.ReadWrite")
  /// "Create message", "Update message", "Add attachment".
  static let changeMail = ofMail("Mail.ReadWrite")
  /// "Get user mailbox settings".
  static let readMailboxSettings = ofMail("MailboxSettings.Read MailboxSettings.ReadWrite")
  /// "Get calendar", "List calendarView".
  static let readCalendar = Self(
    "Calendars.Read.Shared Calendars.ReadWrite.Shared", own: "Calendars.Read Calendars.ReadBasic Calendars.ReadWrite",
    application: "Calendars.Read Calendars.ReadBasic Calendars.ReadBasic.All Calendars.ReadWrite")
}
