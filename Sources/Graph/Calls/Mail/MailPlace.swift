import Bytes
import Crypto
import Directory
import HTTPWire
import JSON
import Mail
import Policy
import Time
import Worlds

/// A call about one mailbox, which the caller may make and which is there.
struct MailPlace {
  typealias Found = (mail: KeptMail, copy: MailCopy)

  let resource: ResourceCall
  /// Whose mailbox it is.
  let owner: User

  var world: World { resource.call.world }
  var now: UnixTime { resource.call.now }
  var mailbox: GUID { owner.id.guid }
  /// Whose rights count when a message is from another: the signed-in user's, of an app alone those of the mailbox.
  var sender: User { resource.token.user ?? owner }

  /// - Throws: a `GraphError`: no such user, an app that is kept to other mailboxes, no mailbox, too many requests.
  init(_ resource: ResourceCall, _ exchange: inout Exchange) throws(GraphError) {
    self.resource = resource
    guard let owner = try? resource.subject else { throw .mail(.invalidUser, resource.keys["user"] ?? "") }
    self.owner = owner
    exchange.hidesAnswer = true
    let (token, caller) = (resource.token, resource.token.user)
    let isForeign = caller.map { $0.id != owner.id && !owner.mailbox.fullAccess.contains($0.id) } ?? false
    let kept = caller == nil ? token.client.mailboxes : nil
    let isKeptOut = kept.map { kept in
      !kept.contains(.user(owner.id))
        && !resource.directory.nestedGroups(of: .user(owner.id)).contains { kept.contains(.group($0.id)) }
    }
    let state = token.tenant.kind.isForCustomers ? .none : owner.mailboxState
    try GraphError.check(MailCheck.refusal(of: state, isForeign: isForeign, isKeptOut: isKeptOut ?? false))
    try checkRate(exchange)
  }

  /// Counts the request of the app at the mailbox. A request goes on as long as rules delay its answer.
  private func checkRate(_ exchange: Exchange) throws(GraphError) {
    let settings = world.settings.mail
    guard settings.concurrency != nil || settings.requests != nil else { return }
    let (before, goingOn) = world.mail.note(
      "\(resource.token.client.id) \(mailbox)", from: now, to: now + exchange.shape.delay, within: .minutes(10))
    guard goingOn >= settings.concurrency ?? .max || before >= settings.requests ?? .max else { return }
    var refusal = GraphError.mail(.concurrency)
    refusal.retryAfter = .seconds(1)
    throw refusal
  }

  // MARK: Messages

  func newID() -> GUID { world.entropy.guid() }

  /// The message that the path names, with its copy in this mailbox.
  func found() throws(GraphError) -> Found {
    guard let id = MailID.object(resource.keys["message"] ?? "") else { throw GraphError.mail(.malformedID) }
    guard let found = contents.first(where: { $0.copy.id == id || $0.copy.lastingID == id }) else {
      throw GraphError.mail(.notFound)
    }
    return found
  }

  /// A draft; a message that was sent cannot be changed.
  func draft() throws(GraphError) -> Found {
    let found = try found()
    guard found.mail.sending == nil else { throw GraphError.mail(.notFound) }
    return found
  }

  /// The folder that the path names; nil for a path without one.
  func folder() throws(GraphError) -> MailFolder? {
    guard let key = resource.keys["folder"] else { return nil }
    guard let folder = MailFolder(key, in: mailbox) else { throw GraphError.mail(.malformedID) }
    return folder
  }

  /// Everything in the mailbox, the newest first.
  var contents: [Found] {
    let all = world.mail.all.flatMap { mail in
      mail.copies.filter { $0.mailbox == mailbox && $0.receivedAt <= now }.map { (mail: mail, copy: $0) }
    }
    return all.reversed().sorted { $0.copy.receivedAt > $1.copy.receivedAt }
  }

  /// What is in a folder; nil: in the whole mailbox.
  func contents(of folder: MailFolder?) -> [Found] {
    folder.map { folder in contents.filter { $0.copy.folder == folder } } ?? contents
  }

  /// The owner's copy of an own message.
  func copy(of mail: KeptMail, in folder: MailFolder) -> MailCopy {
    MailCopy(in: folder, of: mailbox, at: now, isReceived: false, lastingID: mail.id, newID: newID)
  }

  /// Keeps a new draft.
  func keep(_ message: MailMessage, conversation: GUID? = nil, in folder: MailFolder = .drafts) -> Found {
    var mail = KeptMail(newID(), message, conversation: conversation ?? newID(), at: now)
    mail.copies = [copy(of: mail, in: folder)]
    world.mail.keep(mail)
    return (mail, mail.copies[0])
  }

  /// Changes a copy, which gets another change key, and gives it back with its message.
  func change(_ found: Found, _ body: (inout KeptMail, inout MailCopy) -> Void) -> Found {
    var new = found
    body(&new.mail, &new.copy)
    (new.copy.change, new.copy.modifiedAt) = (newID(), now)
    let (message, copy) = (new.mail.message, new.copy)
    world.mail.update(new.mail.id) { kept in
      kept.message = message
      if let place = kept.copies.firstIndex(where: { $0.id == found.copy.id }) { kept.copies[place] = copy }
    }
    return new
  }

  // MARK: Answers

  /// The context of what is below the owner. `selected` is what `$select` names, `isEntity` tells of one object.
  func context(_ path: String, _ selected: [String]? = nil, isEntity: Bool = true) -> String {
    "users('\(owner.id)')/\(path)" + (selected.map { "(\($0.joined(separator: ",")))" } ?? "")
      + (isEntity ? "/$entity" : "")
  }

  func answer(
    _ members: JSONObject, context: String, because reason: String, _ exchange: inout Exchange
  ) -> HTTPResponse {
    exchange.because("→ 200 \(reason) of '\(owner.alias)'")
    var response = resource.odata(members, context: context, exchange)
    if prefersText { response.fields.append("Preference-Applied", "outlook.body-content-type=\"text\"") }
    return response
  }

  /// Answers 201 with what was made, and its address on this host.
  func created(
    _ members: JSONObject, context: String, at address: String, because reason: String, _ exchange: inout Exchange
  ) -> HTTPResponse {
    exchange.because("→ 201 \(reason) of '\(owner.alias)'")
    return GraphAnswer.created(
      members, context: context, location: resource.call.origin.graph + address, version: resource.version.rawValue,
      resource.call, exchange)
  }
}

extension User {
  /// Who the user is as a sender.
  var mailAddress: Mail.MailAddress { Mail.MailAddress(mail ?? userPrincipalName, name: displayName) }
}

extension GraphError {
  /// The text names the type, of which the member was.
  static func mail(_ name: MailRefusal.Name, _ thing: String = "") -> Self { Self(MailRefusal(name).about(thing)) }

  /// Throws a refusal, where there is one.
  static func check(_ refusal: MailRefusal?) throws(GraphError) { if let refusal { throw Self(refusal) } }
}
