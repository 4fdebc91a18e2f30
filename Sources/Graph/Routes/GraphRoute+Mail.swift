import Bytes
import HTTPWire

/// Mail, and what the tutorials read beside it.
extension GraphRoute {
  /// The operations on the mail of one user.
  static func mail(_ user: String) -> [GraphRoute] {
    [
      GraphRoute("POST", user + "/sendMail", .sendMail, MailCalls.sendMail),
      GraphRoute("POST", user + "/microsoft.graph.sendMail", .sendMail, MailCalls.sendMail),
      GraphRoute("GET", user + "/mailFolders", .readMailBasic, MailCalls.folders),
      GraphRoute("GET", user + "/mailFolders/{folder}", .readMailBasic, MailCalls.folder),
      GraphRoute("GET", user + "/mailboxSettings", .readMailboxSettings, MailCalls.settings),
      GraphRoute("GET", user + "/calendar", .readCalendar, MailCalls.calendar),
    ] + [user + "/messages", user + "/mailFolders/{folder}/messages"].flatMap(messages)
  }

  private static func messages(_ list: String) -> [GraphRoute] {
    let one = list + "/{message}"
    return [
      GraphRoute("GET", list, .readMailBasic, MailCalls.list),
      GraphRoute("POST", list, .changeMail, MailCalls.create),
      GraphRoute("GET", one, .readMailBasic, MailCalls.read),
      GraphRoute("PATCH", one, .changeMail, MailCalls.update),
      GraphRoute("DELETE", one, .changeMail, MailCalls.delete),
      GraphRoute("GET", one + "/$value", .readMail, MailCalls.mime),
      GraphRoute(notServed: "PUT", one + "/$value"),
      GraphRoute(notServed: "POST", one + "/move"),
      GraphRoute(notServed: "POST", one + "/copy"),
      GraphRoute("POST", one + "/send", .sendMail, MailCalls.sendDraft),
      GraphRoute("GET", one + "/attachments", .readMail, AttachmentCalls.list),
      GraphRoute("POST", one + "/attachments", .changeMail, AttachmentCalls.add),
      GraphRoute("POST", one + "/attachments/createUploadSession", .changeMail, AttachmentCalls.createSession),
      GraphRoute("GET", one + "/attachments/{attachment}", .readMail, AttachmentCalls.read),
      GraphRoute("DELETE", one + "/attachments/{attachment}", .changeMail, AttachmentCalls.delete),
      GraphRoute("GET", one + "/attachments/{attachment}/$value", .readMail, AttachmentCalls.bytes),
    ]
      + MailCalls.Kind.allCases.flatMap { kind in
        let name = kind.rawValue
        return [
          GraphRoute("POST", "\(one)/\(name)", .sendMail, MailCalls.sendAnswer(kind)),
          GraphRoute(
            "POST", "\(one)/create\(name.prefix(1).uppercased())\(name.dropFirst())", .changeMail,
            MailCalls.createAnswer(kind)),
        ]
      }
  }

  private static let sending = ["/sendmail", "/send", "/reply", "/replyall", "/forward"]

  /// Whether the request asks the mail service to send a message.
  static func sendsMail(_ request: HTTPRequest) -> Bool {
    guard request.method == "POST", request.path.utf8.count > 5 else { return false }
    let path = ASCII.lowercased(request.path)
    return path.hasSuffix("sendmail")
      || path.firstPlace(of: "/messages/") != nil && sending.contains { path.hasSuffix($0) }
  }
}
