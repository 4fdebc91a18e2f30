import Bytes
import Directory
import HTTPWire
import JSON
import Mail
import Worlds

/// Answers to messages: a draft with the original below a rule (`createReply` and its kin), or one that is sent at once (`reply` and its kin).
enum MailReply: String, CaseIterable {
  case reply
  case replyAll
  case forward

  func create(_ place: MailPlace, _ exchange: inout Exchange) throws -> HTTPResponse {
    let (message, original) = try answer(place)
    return MailCalls.made(place.keep(message, conversation: original.conversation), place, &exchange)
  }

  func send(_ place: MailPlace, _ exchange: inout Exchange) throws -> HTTPResponse {
    let (message, original) = try answer(place)
    return try MailSubmission(place: place, message: message, form: .draft, conversation: original.conversation)
      .send(&exchange)
  }

  private func answer(_ place: MailPlace) throws(GraphError) -> (MailMessage, KeptMail) {
    let original = try place.found().mail
    let old = original.message
    let body = place.resource.call.request.body.isEmpty ? JSONObject() : try place.object()
    let said = try place.message(body.member("message")?.object ?? JSONObject())
    let (comment, others) = (body.member("comment")?.string, body.member("toRecipients"))
    guard comment == nil || said.members["body"] == nil, others == nil || said.members["toRecipients"] == nil else {
      throw GraphError.mail(.bothBodies)
    }
    let own = place.owner.mailAddresses
    func withoutOwn(_ addresses: [MailAddress]) -> JSONValue {
      .array(addresses.filter { !own.contains(ASCII.lowercased($0.address)) }.map(\.shown))
    }
    let answered = old.addresses("replyTo")
    let back = answered.isEmpty ? [old.address("from")].compactMap(\.self) : answered
    let mark = self == .forward ? "FW: " : "RE: "
    let rule = old.isHTML ? "<hr>" : "\r\n________________________________\r\n"
    var message = MailMessage()
    message.members = [
      "subject": .string(old.subject.hasPrefix(mark) ? old.subject : mark + old.subject),
      "body": [
        "contentType": .string(old.isHTML ? "html" : "text"), "content": .string((comment ?? "") + rule + old.content),
      ],
    ]
    switch self {
    case .forward:
      message.members["toRecipients"] = others ?? []
      message.attachments = old.attachments
    case .reply: message.members["toRecipients"] = .array(back.map(\.shown))
    case .replyAll:
      message.members["toRecipients"] = withoutOwn(back + old.addresses("toRecipients"))
      message.members["ccRecipients"] = withoutOwn(old.addresses("ccRecipients"))
    }
    message.members.merge(said.members.members)
    message.attachments += said.attachments
    return (message, original)
  }
}
