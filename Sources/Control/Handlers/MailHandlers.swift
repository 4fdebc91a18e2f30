import Bytes
import HTTPWire
import JSON
import Mail
import Scenarios
import Time
import Worlds

/// Shows the messages that were sent.
enum MailHandlers {
  private static let longestWait = Duration.seconds(60)

  static func list(_ call: ControlCall) throws -> ControlAnswer {
    answer(found(sought { call.query[$0] }, call).prefix(call.limit), call)
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
        guard let waiting = room.announce(filter, count: count, whenDone) else { return }
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
    let near = nearest.isEmpty ? "" : " Nearest: \(nearest.joined(separator: ". "))."
    return Problem(
      408, "no-mail", "No such mail in time",
      "\(found) of \(count) messages came in \(timeout.shortText)."
        + (sent.isEmpty ? " Nothing was sent at all." : near),
      "GET /_mockidp/v1/mail lists what was sent; 'expect: mail.refused' and mockidp journal show what was refused.")
  }

  static func show(_ call: ControlCall) throws -> ControlAnswer {
    .json(MailShapes.shown(try one(call), isWhole: true))
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
      html = html.exchanging(
        "cid:\(id)", for: "data:\(file.contentType ?? "image/png");base64,\(Base64.encode(file.bytes))")
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
    let words = MailFilter.Word.allCases.compactMap { word in value(word.rawValue).map { (word, $0) } }
    return MailFilter(
      Dictionary(words) { first, _ in first }, since: value("since").flatMap { UnixTime(iso8601: $0) })
  }

  private static func found(_ filter: MailFilter, _ call: ControlCall) -> [KeptMail] {
    call.world.mail.all.reversed().filter(filter.matches)
  }

  private static func answer(_ found: ArraySlice<KeptMail>, _ call: ControlCall) -> ControlAnswer {
    .json([
      "mail": .array(found.map { MailShapes.shown($0) }),
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
}
