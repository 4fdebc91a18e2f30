import Bytes
import Crypto
import Directory
import HTTPWire
import JSON
import Mail
import Policy
import Time
import Worlds

/// Reads, writes and sends messages (Microsoft: the pages of the calls of `message` and `mailFolder`).
enum MailCalls {
  static func sendMail(_ place: MailPlace, _ exchange: inout Exchange) throws -> HTTPResponse {
    let (message, saves, form) = try place.submission()
    return try MailSubmission(place: place, message: message, form: form, saves: saves).send(&exchange)
  }

  static func sendDraft(_ place: MailPlace, _ exchange: inout Exchange) throws -> HTTPResponse {
    let draft = try place.draft().mail
    return try MailSubmission(place: place, message: draft.message, form: .draft, draft: draft).send(&exchange)
  }

  // MARK: Reading

  static func list(_ place: MailPlace, _ exchange: inout Exchange) throws -> HTTPResponse {
    let (folder, query) = (try place.folder(), try MailQuery(place))
    let path = place.resource.keys["folder"].map { "mailFolders('\(Percent.encode($0))')/messages" } ?? "messages"
    return try query.list(
      place.contents(of: folder), place.shown, of: "message", at: path, &exchange
    ) { query.added(to: $0.mail) }
  }

  static func read(_ place: MailPlace, _ exchange: inout Exchange) throws -> HTTPResponse {
    let (found, query) = (try place.found(), try MailQuery(place))
    return query.one(
      place.shown(found), query.added(to: found.mail), at: "messages", because: "a message", &exchange)
  }

  static func mime(_ place: MailPlace, _ exchange: inout Exchange) throws -> HTTPResponse {
    let found = try place.found()
    exchange.because("→ 200 the text of a message")
    return GraphAnswer.text(found.mail.mime(withBlindCopies: !found.copy.isReceived), place.resource.call, exchange)
  }

  static func folders(_ place: MailPlace, _ exchange: inout Exchange) throws -> HTTPResponse {
    try MailQuery(place).list(MailFolder.allCases, place.shown, of: "mailFolder", at: "mailFolders", &exchange)
  }

  static func folder(_ place: MailPlace, _ exchange: inout Exchange) throws -> HTTPResponse {
    guard let folder = try place.folder() else { throw GraphError.mail(.malformedID) }
    return try MailQuery(place).one(
      place.shown(folder), at: "mailFolders", because: "the folder \(folder.rawValue)", &exchange)
  }

  // MARK: Drafts

  static func create(_ place: MailPlace, _ exchange: inout Exchange) throws -> HTTPResponse {
    let message = try place.mimeMessage() ?? place.message(place.object())
    try GraphError.check(MailCheck.refusal(ofHeaders: message))
    return made(place.keep(message, in: try place.folder() ?? .drafts), place, &exchange)
  }

  /// Answers with a new draft.
  static func made(_ draft: MailPlace.Found, _ place: MailPlace, _ exchange: inout Exchange) -> HTTPResponse {
    let path = place.context("messages", isEntity: false)
    return place.created(
      place.selected(place.shown(draft)), context: path + "/$entity",
      at: "/\(place.resource.version.rawValue)/\(path)('\(place.id(draft))')", because: "a draft", &exchange)
  }

  /// No change may name these.
  private static let fixed: Set = ["sender", "sentdatetime", "receiveddatetime"]
  private static let changeable: Set = Set(
    (MailPlace.ofOwner + ["singleValueExtendedProperties"]).map { ASCII.lowercased($0) })

  static func update(_ place: MailPlace, _ exchange: inout Exchange) throws -> HTTPResponse {
    let found = try place.found()
    let body = try place.object()
    let isDraft = found.mail.sending == nil
    let names = body.names.filter { $0.utf8.first != 0x40 }
    for name in names where !changeable.contains(ASCII.lowercased(name)) {
      guard isDraft, !fixed.contains(ASCII.lowercased(name)) else { throw GraphError.mail(.notSettable, name) }
    }
    let change = try place.message(body)
    try GraphError.check(MailCheck.refusal(ofHeaders: change))
    let changed = place.change(found) { mail, copy in
      copy.marks.merge(change.members.members.filter { MailPlace.ofOwner.contains($0.name) })
      // A draft of MIME that was changed is written anew.
      if isDraft {
        mail.message.members.merge(change.members.members)
        mail.message.mime = nil
        if change.members["body"] != nil { mail.message.plainText = nil }
      }
    }
    return place.answer(
      place.selected(place.shown(changed)), context: place.context("messages"),
      because: "\(names.joined(separator: ", ")) of a message", &exchange)
  }

  /// The first time the message goes to Deleted Items, with another id; the second time it is gone.
  static func delete(_ place: MailPlace, _ exchange: inout Exchange) throws -> HTTPResponse {
    let (mail, copy) = try place.found()
    let isLast = copy.folder == .deletedItems
    let newID = place.newID()
    place.world.mail.update(mail.id) { mail in
      guard let index = mail.copies.firstIndex(where: { $0.id == copy.id }) else { return }
      (mail.copies[index].folder, mail.copies[index].id) = (.deletedItems, newID)
      if isLast { mail.copies.remove(at: index) }
    }
    exchange.because("→ 204 a message of '\(place.owner.alias)' is \(isLast ? "gone" : "in Deleted Items")")
    return GraphAnswer.noContent(place.resource.call, exchange)
  }

  // MARK: What the tutorials read beside

  static func settings(_ place: MailPlace, _ exchange: inout Exchange) -> HTTPResponse {
    func time(_ moment: UnixTime) -> JSONValue {
      ["dateTime": .string(moment.graphErrorDate + ".0000000"), "timeZone": "UTC"]
    }
    var settings: JSONObject = [
      "archiveFolder": .string(MailFolder.archive.id(in: place.mailbox)), "timeZone": "UTC",
      "delegateMeetingMessageDeliveryOptions": "sendToDelegateOnly", "dateFormat": "M/d/yyyy", "timeFormat": "h:mm tt",
      "userPurpose": "user",
      "automaticRepliesSetting": [
        "status": "disabled", "externalAudience": "all", "internalReplyMessage": "", "externalReplyMessage": "",
        "scheduledStartDateTime": time(place.now), "scheduledEndDateTime": time(place.now + .days(1)),
      ],
      "language": ["locale": "en-US", "displayName": "English (United States)"],
      "workingHours": [
        "daysOfWeek": ["monday", "tuesday", "wednesday", "thursday", "friday"], "startTime": "08:00:00.0000000",
        "endTime": "17:00:00.0000000", "timeZone": ["name": "UTC"],
      ],
    ]
    settings.merge(place.owner.properties["mailboxSettings"]?.object?.members ?? [])
    return place.answer(
      settings, context: place.context("mailboxSettings", isEntity: false), because: "the settings of the mailbox",
      &exchange)
  }

  static func calendar(_ place: MailPlace, _ exchange: inout Exchange) -> HTTPResponse {
    place.answer(
      [
        "id": .string(MailFolder.archive.id(in: place.owner.id.guid)), "name": "Calendar", "color": "auto",
        "hexColor": "", "isDefaultCalendar": true, "changeKey": .string(Base64.encode(Array(place.mailbox.bytes))),
        "canShare": true, "canViewPrivateItems": true, "canEdit": true,
        "allowedOnlineMeetingProviders": ["teamsForBusiness"], "defaultOnlineMeetingProvider": "teamsForBusiness",
        "isTallyingResponses": true, "isRemovable": false,
        "owner": place.owner.mailAddress.shown["emailAddress"] ?? .null,
      ], context: place.context("calendar"), because: "the calendar", &exchange)
  }
}
