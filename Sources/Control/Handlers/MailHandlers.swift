import Bytes
import HTTPWire
import JSON
import Mail
import Scenarios
import Time
import Worlds

/// Shows the messages that were sent.
enum MailHandlers {
  private static let defaultLimit = 100
  private static let longestWait = Duration.seconds(60)

  static func list(_ call: ControlCall) throws -> ControlAnswer {
    let limit = call.query["limit"].flatMap { Int($0) } ?? defaultLimit
    return answer(found(sought { call.query[$0] }, call).prefix(limit), call)
  }

  /// Answers at once, or when the message is there: the connection keeps the call meanwhile, and no thread does.
  static func wait(_ call: ControlCall) throws -> ControlAnswer {
    let filter = sought { call.body.text($0) }
    let count = call.body.object["count"]?.integer.map { Int($0) } ?? 1
    let timeout = call.body.duration("timeout") ?? .seconds(5)
    guard timeout <= longestWait else {
      throw Problem.badValue("timeout", found: call.body.text("timeout"), expected: "at most 60s")
    }
    let fitting = found(filter, call)
    guard fitting.count < count else { return answer(fitting[...], call) }
    let room = call.world.mail
    guard call.call.hasWaited else {
      throw PostponedAnswer { whenDone in
        guard let waiting = room.wait(filter, count: count, whenDone) else { return }
        Task {
          try? await Task.sleep(for: timeout)
          room.stopWaiting(waiting)
        }
      }
    }
    throw late(filter, found: fitting.count, of: count, after: timeout, in: room)
  }

  private static func late(
    _ filter: MailFilter, found: Int, of count: Int, after timeout: Duration, in room: Mailroom
  ) -> Problem {
    let sent = room.all.reversed().filter { $0.sending != nil }.map { (mail: $0, missed: filter.missed(by: $0)) }
    let fewest = sent.map(\.missed.count).filter { $0 > 0 }.min()
    let nearest = sent.filter { $0.missed.count == fewest }.prefix(3).map { near in
      "'\(near.mail.message.subject)': \(near.missed.joined(separator: "; "))"
    }
    return Problem(
      408, "no-mail", "No such mail in time",
      "\(found) of \(count) messages came in \(timeout.shortText)."
        + (nearest.isEmpty
          ? (sent.isEmpty ? " Nothing was sent at all." : "") : " Nearest: \(nearest.joined(separator: ". "))."),
      "GET /_mockidp/v1/mail lists what was sent; 'expect: mail.refused' and mockidp journal show what was refused.")
  }

  static func show(_ call: ControlCall) throws -> ControlAnswer {
    let mail = try one(call)
    let message = mail.message
    var members = members(of: mail)
    members.append("text", .string(message.text))
    members.append("html", message.html)
    let headers = message.mime == nil ? MailFields.fields(of: mail.mime(withBlindCopies: true)) : message.headers
    members.append("headers", .array(headers.map { ["name": .string($0.name), "value": .string($0.value)] }))
    members.append("droppedHeaders", .strings(message.droppedFields))
    members.append(
      "links", .array(MailText.links(in: message).map { ["url": .string($0.url), "text": .string($0.text)] }))
    members.append("codes", .strings(MailText.codes(in: message)))
    return .json(.object(members))
  }

  static func raw(_ call: ControlCall) throws -> ControlAnswer {
    .file(try one(call).mime(withBlindCopies: false), ["Content-Type": "message/rfc822"])
  }

  /// The page is shut in: no script runs, no form is sent, nothing is fetched. Pictures of the message itself stand in it.
  static func html(_ call: ControlCall) throws -> ControlAnswer {
    let mail = try one(call)
    guard var html = mail.message.html else {
      throw Problem.notFound(
        "HTML of message", call["id"], "The message has a plain text alone: GET /_mockidp/v1/mail/\(call["id"]).")
    }
    for file in mail.message.attachments {
      guard let id = file.contentID, !id.isEmpty else { continue }
      let data = "data:\(file.contentType ?? "image/png");base64,\(Base64.encode(file.bytes))"
      while let place = html.firstPlace(of: "cid:\(id)") { html.replaceSubrange(place, with: data) }
    }
    return .file(
      Array(html.utf8),
      [
        "Content-Type": "text/html; charset=utf-8",
        "Content-Security-Policy": "sandbox; default-src 'none'; img-src data:; style-src 'unsafe-inline'",
        "Referrer-Policy": "no-referrer",
      ])
  }

  /// A browser saves it and shows it in no page.
  static func attachment(_ call: ControlCall) throws -> ControlAnswer {
    let mail = try one(call)
    guard let number = Int(call["number"]), number > 0, number <= mail.message.attachments.count else {
      throw Problem.notFound("attachment", call["number"], "The message has \(mail.message.attachments.count).")
    }
    let file = mail.message.attachments[number - 1]
    return .file(
      file.bytes.isEmpty ? JSONValue.object(file.said).serialized : file.bytes,
      [
        "Content-Type": "application/octet-stream",
        "Content-Disposition": "attachment; filename*=UTF-8''\(Percent.encode(file.name))",
      ])
  }

  static func clear(_ call: ControlCall) -> ControlAnswer { .removed(call.world.mail.remove { _ in true }) }

  static func forget(_ call: ControlCall) throws -> ControlAnswer {
    let mail = try one(call)
    _ = call.world.mail.remove { $0.id == mail.id }
    return .nothing
  }

  // MARK: Messages

  private static func sought(_ value: (String) -> String?) -> MailFilter {
    var filter = MailFilter()
    filter.to = value("to")
    filter.from = value("from")
    filter.subject = value("subject")
    filter.text = value("text")
    filter.client = value("client")
    filter.user = value("user")
    filter.since = value("since").flatMap { UnixTime(iso8601: $0) }
    return filter
  }

  private static func found(_ filter: MailFilter, _ call: ControlCall) -> [KeptMail] {
    call.world.mail.all.reversed().filter(filter.matches)
  }

  private static func answer(_ found: ArraySlice<KeptMail>, _ call: ControlCall) -> ControlAnswer {
    .json([
      "mail": .array(found.map { .object(members(of: $0)) }),
      "dropped": .integer(Int64(call.world.mail.droppedCount)),
    ])
  }

  private static func one(_ call: ControlCall) throws(Problem) -> KeptMail {
    let key = call["id"]
    let sent = found(MailFilter(), call)
    let mail = key == "latest" ? sent.first : sent.first { "\($0.number)" == key || GUID(key) == $0.id }
    guard let mail else { throw .notFound("message", key, "GET /_mockidp/v1/mail lists all of them.") }
    return mail
  }

  private static func members(of mail: KeptMail) -> JSONObject {
    let (message, sending) = (mail.message, mail.sending)
    func addresses(_ name: String) -> JSONValue { .strings(message.addresses(name).map(\.address)) }
    var members: JSONObject = ["id": "\(mail.id)", "number": .integer(Int64(mail.number))]
    members.append("sentAt", .string((sending?.sentAt ?? mail.createdAt).iso8601))
    members.append("client", sending?.client)
    members.append("user", sending?.user)
    members.append("from", message.address("from")?.address)
    members.append("sender", message.address("sender")?.address)
    members.append("to", addresses("toRecipients"))
    members.append("cc", addresses("ccRecipients"))
    members.append("bcc", addresses("bccRecipients"))
    members.append("replyTo", addresses("replyTo"))
    members.append("subject", .string(message.subject))
    members.append("snippet", .string(String(message.text.prefix(200))))
    members.append(
      "attachments",
      .array(
        message.attachments.map { file in
          var shown: JSONObject = ["name": .string(file.name)]
          shown.append("contentType", file.contentType)
          shown.append("size", .integer(Int64(file.size)))
          shown.append("inline", .bool(file.isInline))
          shown.append("contentId", file.contentID)
          return .object(shown)
        }))
    members.append("form", .string((sending?.form ?? .draft).rawValue))
    members.append("savedToSentItems", .bool(sending?.savedToSentItems ?? false))
    members.append("delivered", .strings(sending?.delivered ?? []))
    members.append("exchange", sending?.exchange.map { "\($0)" })
    return members
  }
}
