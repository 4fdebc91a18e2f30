import Bytes
import Crypto
import Directory
import HTTPWire
import JSON
import Mail
import Time
import Worlds

/// A call about one mailbox, which the caller may make and which is there.
struct MailPlace {
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
    let token = resource.token
    if resource.keys["user"] == nil { _ = try token.signedInUser }
    do throws(GraphError) {
      owner = try resource.subject
    } catch {
      throw GraphError(MailRefusal(.invalidUser).about(resource.keys["user"] ?? ""))
    }
    exchange.hidesAnswer = true
    let directory = resource.directory
    var caller = MailCheck.Caller()
    if let user = token.user {
      caller.isAnothers = user.id != owner.id
      caller.hasFullAccess = owner.mailbox.fullAccess.contains(user.id)
    } else if let kept = token.client.mailboxes {
      let groups = directory.nestedGroups(of: .user(owner.id)).map { Group.Member.group($0.id) }
      caller.isKeptOut = !kept.contains(.user(owner.id)) && !groups.contains(where: kept.contains)
    }
    let state = token.tenant.kind.isForCustomers ? .none : owner.mailboxState
    if let refusal = MailCheck.refusal(of: state, to: caller) { throw GraphError(refusal) }
    try checkRate(exchange)
  }

  /// Counts the request of the app at the mailbox. A request goes on as long as rules delay its answer.
  private func checkRate(_ exchange: Exchange) throws(GraphError) {
    let settings = world.settings.mail
    guard settings.concurrency != nil || settings.requests != nil else { return }
    let (before, goingOn) = world.mail.note(
      "\(resource.token.client.id) \(mailbox)", from: now, to: now + exchange.shape.delay, within: .minutes(10))
    let isOver = settings.concurrency.map { goingOn >= $0 } ?? false || settings.requests.map { before >= $0 } ?? false
    guard isOver else { return }
    var refusal = MailRefusal(.concurrency)
    refusal.retryAfter = .seconds(1)
    throw GraphError(refusal)
  }

  // MARK: Messages

  func newID() -> GUID { world.entropy.guid() }

  /// The message that the path names, with its copy in this mailbox.
  func found(_ key: String? = nil) throws(GraphError) -> (mail: KeptMail, copy: MailCopy) {
    guard let id = MailID.object(key ?? resource.keys["message"] ?? "") else {
      throw GraphError(MailRefusal(.malformedID))
    }
    for mail in world.mail.all {
      let copy = mail.copies.first { $0.mailbox == mailbox && ($0.id == id || mail.id == id) && $0.receivedAt <= now }
      if let copy { return (mail, copy) }
    }
    throw GraphError(MailRefusal(.notFound))
  }

  /// A draft; a message that was sent cannot be changed.
  func draft() throws(GraphError) -> (mail: KeptMail, copy: MailCopy) {
    let found = try found()
    guard found.mail.sending == nil else { throw GraphError(MailRefusal(.notFound)) }
    return found
  }

  /// The folder that the path names; nil for a path without one.
  func folder() throws(GraphError) -> MailFolder? {
    guard let key = resource.keys["folder"] else { return nil }
    guard let folder = MailFolder(key, in: mailbox) else { throw GraphError(MailRefusal(.malformedID)) }
    return folder
  }

  /// Everything in the mailbox, the newest first.
  var contents: [(mail: KeptMail, copy: MailCopy)] {
    let all = world.mail.all.flatMap { mail in
      mail.copies.filter { $0.mailbox == mailbox && $0.receivedAt <= now }.map { (mail: mail, copy: $0) }
    }
    return all.reversed().sorted { $0.copy.receivedAt > $1.copy.receivedAt }
  }

  func copy(in folder: MailFolder, isRead: Bool = true) -> MailCopy {
    MailCopy(newID(), change: newID(), in: folder, of: mailbox, at: now, isRead: isRead, showsBlindCopies: true)
  }

  /// Keeps a new draft.
  func keep(_ message: MailMessage, conversation: GUID? = nil, in folder: MailFolder = .drafts) -> (
    mail: KeptMail, copy: MailCopy
  ) {
    var mail = KeptMail(newID(), message, conversation: conversation ?? newID(), at: now)
    mail.copies = [copy(in: folder)]
    world.mail.keep(mail)
    return (mail, mail.copies[0])
  }

  /// Changes a copy, which gets another change key, and gives it back with its message.
  func change(
    _ found: (mail: KeptMail, copy: MailCopy), _ body: (inout KeptMail, inout MailCopy) -> Void
  ) -> (mail: KeptMail, copy: MailCopy) {
    var (mail, copy) = found
    body(&mail, &copy)
    copy.change = newID()
    copy.modifiedAt = now
    let (changed, new) = (mail.message, copy)
    world.mail.update(mail.id) { kept in
      kept.message = changed
      if let place = kept.copies.firstIndex(where: { $0.id == new.id }) { kept.copies[place] = new }
    }
    return (mail, copy)
  }
}

extension GraphError {
  /// The error of a row of mail's refusals. The journal tells what leads to it, and what helps.
  init(_ refusal: MailRefusal) {
    self.init(
      refusal.status, Code(rawValue: refusal.code) ?? .badRequest, refusal.message,
      because: "\(refusal.state) What helps: \(refusal.remedy)")
    retryAfter = refusal.retryAfter
  }

  /// The text names the type, of which the member was.
  static func mail(_ name: MailRefusal.Name, _ thing: String) -> Self { Self(MailRefusal(name).about(thing)) }
}

extension GraphPermission {
  private static func ofMail(_ delegated: String, own: String, application: String) -> Self {
    var row = Self(delegated, own: own, application: application)
    row.isOfMail = true
    return row
  }

  /// "user: sendMail", "message: send", "message: reply" and its kin.
  static let sendMail = ofMail("Mail.Send.Shared", own: "Mail.Send", application: "Mail.Send")
  /// "List messages", "Get message", "List mailFolders".
  static let readMailBasic = ofMail(
    "Mail.Read.Shared Mail.ReadBasic.Shared Mail.ReadWrite.Shared", own: "Mail.Read Mail.ReadBasic Mail.ReadWrite",
    application: "Mail.Read Mail.ReadBasic Mail.ReadBasic.All Mail.ReadWrite")
  /// "List attachments", "Get MIME content of a message".
  static let readMail = ofMail(
    "Mail.Read.Shared Mail.ReadWrite.Shared", own: "Mail.Read Mail.ReadWrite", application: "Mail.Read Mail.ReadWrite")
  /// "Create message", "Update message", "Add attachment".
  static let changeMail = ofMail("Mail.ReadWrite.Shared", own: "Mail.ReadWrite", application: "Mail.ReadWrite")
  /// "Get user mailbox settings".
  static let readMailboxSettings = ofMail(
    "", own: "MailboxSettings.Read MailboxSettings.ReadWrite",
    application: "MailboxSettings.Read MailboxSettings.ReadWrite")
  /// "Get calendar", "List calendarView".
  static let readCalendar = Self(
    "Calendars.Read.Shared Calendars.ReadWrite.Shared", own: "Calendars.Read Calendars.ReadBasic Calendars.ReadWrite",
    application: "Calendars.Read Calendars.ReadBasic Calendars.ReadBasic.All Calendars.ReadWrite")
}
