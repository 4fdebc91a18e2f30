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
  static func sendMail(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let place = try MailPlace(resource, &exchange)
    let (message, saves, form) = try MailBody.submission(place)
    return try MailSubmission(place: place, message: message, form: form, saves: saves).send(&exchange)
  }

  static func sendDraft(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let place = try MailPlace(resource, &exchange)
    let draft = try place.draft().mail
    return try MailSubmission(place: place, message: draft.message, form: .draft, draft: draft).send(&exchange)
  }

  // MARK: Reading

  static func list(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let place = try MailPlace(resource, &exchange)
    let folder = try place.folder()
    let query = try MailQuery(place)
    let view = MailView(place: place)
    let page = query.page(of: place.contents.filter { folder == nil || $0.copy.folder == folder }, view)
    var members = JSONObject()
    if query.wantsCount { members.append("@odata.count", .integer(Int64(page.count))) }
    members.append(
      "@odata.nextLink", page.next.map { "\(resource.call.origin.graph)\(resource.call.request.path)?\($0)" })
    members.append("value", .array(page.items.map { .object(shown($0, query, view)) }))
    exchange.because("→ 200 \(page.items.count) of \(page.count) messages of '\(place.owner.alias)'")
    let path = folder == nil ? "messages" : "mailFolders('\(Percent.encode(resource.keys["folder"] ?? ""))')/messages"
    return answered(resource.odata(members, context: context(place, path, query.selected), exchange), view)
  }

  static func read(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let place = try MailPlace(resource, &exchange)
    let query = try MailQuery(place)
    let view = MailView(place: place)
    let found = try place.found()
    exchange.because("→ 200 a message of '\(place.owner.alias)'")
    return answered(
      resource.odata(
        shown(found, query, view), context: context(place, "messages", query.selected) + "/$entity", exchange), view)
  }

  static func mime(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let found = try MailPlace(resource, &exchange).found()
    exchange.because("→ 200 the text of a message")
    return GraphAnswer.text(found.mail.mime(withBlindCopies: found.copy.showsBlindCopies), resource.call, exchange)
  }

  static func folders(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let place = try MailPlace(resource, &exchange)
    let query = try MailQuery(place)
    exchange.because("→ 200 the folders of '\(place.owner.alias)'")
    let view = MailView(place: place)
    return resource.list(
      MailFolder.allCases.map { .object(view.members($0, selected: query.selected)) },
      context: context(place, "mailFolders", query.selected), exchange)
  }

  static func folder(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let place = try MailPlace(resource, &exchange)
    guard let folder = try place.folder() else { throw GraphError(MailRefusal(.malformedID)) }
    let query = try MailQuery(place)
    exchange.because("→ 200 the folder \(folder.displayName) of '\(place.owner.alias)'")
    return resource.odata(
      MailView(place: place).members(folder, selected: query.selected),
      context: context(place, "mailFolders", query.selected) + "/$entity", exchange)
  }

  private static func shown(
    _ found: (mail: KeptMail, copy: MailCopy), _ query: MailQuery, _ view: MailView
  ) -> JSONObject {
    var members = view.members(found, selected: query.selected)
    if query.showsProperties { members.append("singleValueExtendedProperties", [] as JSONValue) }
    if query.showsAttachments {
      let attachments = found.mail.message.attachments
      members.append("attachments", .array(attachments.map { .object(view.members($0, of: found.mail)) }))
    }
    return members
  }

  private static func context(_ place: MailPlace, _ path: String, _ selected: [String]?) -> String {
    "users('\(place.owner.id)')/\(path)" + (selected.map { "(\($0.joined(separator: ",")))" } ?? "")
  }

  private static func answered(_ response: HTTPResponse, _ view: MailView) -> HTTPResponse {
    guard view.prefersText else { return response }
    var response = response
    response.fields.append("Preference-Applied", "outlook.body-content-type=\"text\"")
    return response
  }

  // MARK: Drafts

  static func create(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let place = try MailPlace(resource, &exchange)
    let message = try MailBody.draft(place)
    if let refusal = MailCheck.refusal(ofHeaders: message) { throw GraphError(refusal) }
    return made(place.keep(message, in: try place.folder() ?? .drafts), place, &exchange)
  }

  private static func made(
    _ found: (mail: KeptMail, copy: MailCopy), _ place: MailPlace, _ exchange: inout Exchange
  ) -> HTTPResponse {
    let view = MailView(place: place)
    exchange.because("→ 201 a draft of '\(place.owner.alias)'")
    let resource = place.resource
    let path = "users('\(place.owner.id)')/messages"
    return GraphAnswer.created(
      view.members(found), context: path + "/$entity",
      location: "\(resource.call.origin.graph)/\(resource.version.rawValue)/\(path)('\(view.id(found))')",
      version: resource.version.rawValue, resource.call, exchange)
  }

  /// What of a message that was sent its owner may change.
  private static let changeable: Set = [
    "isRead", "categories", "flag", "importance", "inferenceClassification", "singleValueExtendedProperties",
  ]

  static func update(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let place = try MailPlace(resource, &exchange)
    let found = try place.found()
    let body = try MailBody.object(place)
    let isDraft = found.mail.sending == nil
    for name in body.members.map(\.name) where name.utf8.first != 0x40 {
      let isSettable = changeable.contains { ASCII.equalIgnoringCase($0, name) }
      let never = ["sender", "sentDateTime", "receivedDateTime"].contains { ASCII.equalIgnoringCase($0, name) }
      guard isSettable || isDraft && !never else { throw GraphError.mail(.notSettable, name) }
    }
    let change = try MailBody.message(body, place)
    if let refusal = MailCheck.refusal(ofHeaders: change) { throw GraphError(refusal) }
    let changed = place.change(found) { mail, copy in
      for member in change.members.members {
        if changeable.contains(member.name) { copy.marks[member.name] = member.value }
        if isDraft { mail.message.members[member.name] = member.value }
      }
      // A draft of MIME that was changed is written anew.
      if isDraft { mail.message.mime = nil }
    }
    exchange.because("→ 200 a message of '\(place.owner.alias)': \(body.names.joined(separator: ", "))")
    return resource.odata(
      MailView(place: place).members(changed), context: context(place, "messages", nil) + "/$entity", exchange)
  }

  /// The first time the message goes to Deleted Items, with another id; the second time it is gone.
  static func delete(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let place = try MailPlace(resource, &exchange)
    let (mail, copy) = try place.found()
    let isLast = copy.folder == .deletedItems
    let newID = place.newID()
    place.world.mail.update(mail.id) { mail in
      guard let index = mail.copies.firstIndex(where: { $0.id == copy.id }) else { return }
      if isLast {
        mail.copies.remove(at: index)
      } else {
        mail.copies[index].folder = .deletedItems
        mail.copies[index].id = newID
      }
    }
    exchange.because("→ 204 a message of '\(place.owner.alias)' is \(isLast ? "gone" : "in Deleted Items")")
    return GraphAnswer.noContent(resource.call, exchange)
  }

  // MARK: Answers to messages

  enum Kind: String, CaseIterable {
    case reply
    case replyAll
    case forward
  }

  /// `createReply` and its kin.
  static func createAnswer(_ kind: Kind) -> GraphRoute.Answer {
    { resource, exchange in
      let place = try MailPlace(resource, &exchange)
      let (message, original) = try answer(kind, place)
      return made(place.keep(message, conversation: original.conversation), place, &exchange)
    }
  }

  /// `reply` and its kin: the draft is sent at once.
  static func sendAnswer(_ kind: Kind) -> GraphRoute.Answer {
    { resource, exchange in
      let place = try MailPlace(resource, &exchange)
      let (message, original) = try answer(kind, place)
      return try MailSubmission(
        place: place, message: message, form: .draft, conversation: original.conversation
      ).send(&exchange)
    }
  }

  private static func answer(_ kind: Kind, _ place: MailPlace) throws(GraphError) -> (MailMessage, KeptMail) {
    let original = try place.found().mail
    let body = place.resource.call.request.body.isEmpty ? JSONObject() : try MailBody.object(place)
    let said = try (body.member("message")?.object).map { said throws(GraphError) in try MailBody.message(said, place) }
    let comment = body.member("comment")?.string
    guard comment == nil || said?.members["body"] == nil else { throw GraphError(MailRefusal(.bothBodies)) }
    let others = body.member("toRecipients")
    guard others == nil || said?.members["toRecipients"] == nil else { throw GraphError(MailRefusal(.bothBodies)) }
    let old = original.message
    var message = MailMessage()
    let mark = kind == .forward ? "FW: " : "RE: "
    message.members["subject"] = .string(old.subject.hasPrefix(mark) ? old.subject : mark + old.subject)
    let own = place.owner.mailAddresses
    func withoutOwn(_ addresses: [Mail.MailAddress]) -> JSONValue {
      .array(addresses.filter { !own.contains(ASCII.lowercased($0.address)) }.map(\.shown))
    }
    switch kind {
    case .forward:
      message.members["toRecipients"] = others ?? []
      message.attachments = old.attachments
    case .reply, .replyAll:
      let answered = old.addresses("replyTo")
      let back = answered.isEmpty ? [old.address("from")].compactMap(\.self) : answered
      message.members["toRecipients"] =
        kind == .reply ? .array(back.map(\.shown)) : withoutOwn(back + old.addresses("toRecipients"))
      if kind == .replyAll { message.members["ccRecipients"] = withoutOwn(old.addresses("ccRecipients")) }
    }
    let rule = old.isHTML ? "<hr>" : "\r\n________________________________\r\n"
    message.members["body"] = [
      "contentType": .string(old.isHTML ? "html" : "text"), "content": .string((comment ?? "") + rule + old.content),
    ]
    for member in said?.members.members ?? [] { message.members[member.name] = member.value }
    message.attachments += said?.attachments ?? []
    return (message, original)
  }

  // MARK: What the tutorials read beside

  static func settings(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let place = try MailPlace(resource, &exchange)
    exchange.because("→ 200 the settings of the mailbox of '\(place.owner.alias)'")
    var settings: JSONObject = [
      "archiveFolder": .string(MailFolder.archive.id(in: place.mailbox)), "timeZone": "UTC",
      "delegateMeetingMessageDeliveryOptions": "sendToDelegateOnly", "dateFormat": "M/d/yyyy", "timeFormat": "h:mm tt",
      "userPurpose": "user",
      "automaticRepliesSetting": [
        "status": "disabled", "externalAudience": "all", "internalReplyMessage": "", "externalReplyMessage": "",
        "scheduledStartDateTime": ["dateTime": .string(place.now.graphErrorDate + ".0000000"), "timeZone": "UTC"],
        "scheduledEndDateTime": [
          "dateTime": .string((place.now + .days(1)).graphErrorDate + ".0000000"), "timeZone": "UTC",
        ],
      ],
      "language": ["locale": "en-US", "displayName": "English (United States)"],
      "workingHours": [
        "daysOfWeek": ["monday", "tuesday", "wednesday", "thursday", "friday"], "startTime": "08:00:00.0000000",
        "endTime": "17:00:00.0000000", "timeZone": ["name": "UTC"],
      ],
    ]
    settings.merge(place.owner.properties["mailboxSettings"]?.object?.members ?? [])
    return resource.odata(settings, context: context(place, "mailboxSettings", nil), exchange)
  }

  static func calendar(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let place = try MailPlace(resource, &exchange)
    exchange.because("→ 200 the calendar of '\(place.owner.alias)'")
    return resource.odata(
      [
        "id": .string(MailFolder.archive.id(in: place.owner.id.guid)), "name": "Calendar", "color": "auto",
        "hexColor": "", "isDefaultCalendar": true, "changeKey": .string(Base64.encode(Array(place.mailbox.bytes))),
        "canShare": true, "canViewPrivateItems": true, "canEdit": true,
        "allowedOnlineMeetingProviders": ["teamsForBusiness"], "defaultOnlineMeetingProvider": "teamsForBusiness",
        "isTallyingResponses": true, "isRemovable": false,
        "owner": [
          "name": .string(place.owner.displayName),
          "address": .string(place.owner.mail ?? place.owner.userPrincipalName),
        ],
      ], context: context(place, "calendar", nil) + "/$entity", exchange)
  }
}
