import Bytes
import Directory
import Expectations
import Graph
import HTTPWire
import JSON
import Mail
import Scenarios
import Testing
import Time
import Worlds

/// Messages that are sent, and what mailboxes have.
struct MailTests {
  static let hello =
    #"""
    {"message":{"subject":"Hello","body":{"contentType":"Text","content":"Your code is 123456."},"toRecipients":[
    {"emailAddress":{"address":"bob@contoso.onmicrosoft.com"}},{"emailAddress":{"address":"kim@example.com"}}]}}
    """#

  static func bench(_ file: String = "") throws -> Bench {
    try Bench(scenario: ScenarioDecoder.scenario(from: Array("scenario: x\nsummary: s\n\(file)".utf8), file: "x"))
  }

  /// Calls, and gives the status and the body back.
  @discardableResult
  static func call(
    _ bench: Bench, _ method: String, _ path: String, _ body: String? = nil, as token: String, fields: HTTPFields = [:]
  ) throws -> (status: Int, body: JSONValue, exchange: Exchange, response: HTTPResponse) {
    let parts = path.split(separator: "?", maxSplits: 1).map(String.init)
    let (response, exchange) = try bench.call(
      "/v1.0" + parts[0], method: method, query: parts.count > 1 ? parts[1] : nil, authorization: token, fields: fields,
      body: body)
    let isJSON = response.fields["Content-Type"]?.hasPrefix("application/json") ?? false
    return (response.status, isJSON ? try response.json() : .null, exchange, response)
  }

  static func inbox(_ bench: Bench, of user: String, _ query: String = "") throws -> [JSONValue] {
    let token = try bench.token("Mail.Read", of: user)
    return try call(bench, "GET", "/me/mailFolders/inbox/messages" + query, as: token).body["value"]?.array ?? []
  }

  @Test func aMessageStandsInTheInboxOfAUserAndInSentItems() throws {
    let bench = try Self.bench()
    let token = try bench.token("Mail.Send Mail.Read")
    let (status, _, exchange, response) = try Self.call(bench, "POST", "/me/sendMail", Self.hello, as: token)
    expectEqual(status, 202, "\(response.text)")
    #expect(response.body.isEmpty)
    expectNil(response.fields["OData-Version"])
    expectEqual(exchange.events.contains(.mailSent), true)
    expectEqual(exchange.mail?.to, ["bob@contoso.onmicrosoft.com", "kim@example.com"])
    let received = try Self.inbox(bench, of: "bob")
    expectEqual(received.count, 1)
    expectEqual(received.first?["subject"], "Hello")
    expectEqual(received.first?["isRead"], false)
    expectEqual(received.first?["from"]?["emailAddress"]?["name"], "Alice Archer")
    expectEqual(received.first?["bodyPreview"], "Your code is 123456.")
    expectEqual(try Self.inbox(bench, of: "alice").count, 0)
    let sent = try Self.call(bench, "GET", "/me/mailFolders/SentItems/messages", as: token).body["value"]?.array
    expectEqual(sent?.count, 1)
    let kept = try Bench.found(bench.world.mail.all.first)
    expectEqual(kept.sending?.client, "mobile")
    expectEqual(kept.sending?.delivered, ["bob"])
    expectEqual(MailText.codes(in: kept.message), ["123456"])
  }

  /// What SDKs write: capitals, and a flag that nobody set (a client of 1.65 was seen to).
  @Test func theBodyOfAnSDKIsTakenAndNotSaved() throws {
    let bench = try Self.bench()
    let body =
      ##"""
      {"Message":{"@odata.type":"#microsoft.graph.message","subject":"S","body":{
      "@odata.type":"#microsoft.graph.itemBody","content":"<b>x</b>","contentType":"html"},"toRecipients":[{
      "@odata.type":"#microsoft.graph.recipient","emailAddress":{"@odata.type":"#microsoft.graph.emailAddress",
      "address":"kim@example.com"}}]},"SaveToSentItems":false}
      """##
    let token = try bench.token("Mail.Send Mail.Read")
    expectEqual(try Self.call(bench, "POST", "/me/sendMail", body, as: token).status, 202)
    let sent = try Self.call(bench, "GET", "/me/messages?$count=true", as: token).body
    expectEqual(sent["@odata.count"], 0)
    expectEqual(bench.world.mail.all.first?.sending?.savedToSentItems, false)
  }

  @Test(arguments: [true, false])
  func mimeIsReadWithWhateverLineBreaks(_ isFolded: Bool) throws {
    let bench = try Self.bench()
    let mime =
      "From: Alice <alice@contoso.onmicrosoft.com>\r\nTo: bob@contoso.onmicrosoft.com\r\nBcc: kim@example.com\r\n"
      + "Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe?=\r\nAuto-Submitted: auto-generated\r\nIn-Reply-To: <a@b>\r\n"
      + "Content-Type: multipart/alternative; boundary=x\r\n\r\n--x\r\nContent-Type: text/plain; charset=iso-8859-1\r\n"
      + "Content-Transfer-Encoding: quoted-printable\r\n\r\nGr=FC=DFe\r\n--x\r\nContent-Type: text/html\r\n\r\n"
      + "<p>Hi <a href=\"https://example.com/?a=1&amp;b=2\">there</a></p>\r\n--x--\r\n"
    var text = Base64.encode(Array(mime.utf8))
    if isFolded {
      let letters = Array(text)
      text = stride(from: 0, to: letters.count, by: 76).map { String(letters[$0..<min($0 + 76, letters.count)]) }
        .joined(separator: "\r\n")
    }
    let answer = try Self.call(
      bench, "POST", "/users/alice@contoso.onmicrosoft.com/sendMail", text, as: try bench.app("Mail.Send"),
      fields: ["Content-Type": "text/plain"])
    expectEqual(answer.status, 202, "\(answer.response.text)")
    let kept = try Bench.found(bench.world.mail.all.first)
    expectEqual(kept.message.subject, "Grüße")
    expectEqual(kept.message.text, "Grüße")
    expectEqual(kept.message.droppedFields, ["Auto-Submitted"])
    expectEqual(
      MailText.links(in: kept.message).map { [$0.url, $0.text] }, [["https://example.com/?a=1&b=2", "there"]])
    let delivered = String(decoding: kept.mime(withBlindCopies: false), as: UTF8.self)
    #expect(!delivered.contains("Bcc"))
    #expect(delivered.contains("In-Reply-To: <a@b>"))
    expectEqual(kept.message.recipients.map(\.address), ["bob@contoso.onmicrosoft.com", "kim@example.com"])
    let received = try Self.inbox(bench, of: "bob", "?$select=subject,bccRecipients,internetMessageHeaders")
    expectEqual(received.first?["bccRecipients"], [])
    expectEqual(
      received.first?.object?.names, ["@odata.etag", "id", "subject", "bccRecipients", "internetMessageHeaders"])
  }

  @Test func aDraftIsChangedSentAndGone() throws {
    let bench = try Self.bench()
    let token = try bench.token("Mail.Send Mail.ReadWrite")
    let draft = try Self.call(
      bench, "POST", "/me/messages",
      #"{"subject":"Draft","toRecipients":[{"emailAddress":{"address":"bob@contoso.onmicrosoft.com"}}]}"#, as: token)
    expectEqual(draft.status, 201, "\(draft.response.text)")
    let id = try Bench.found(draft.body["id"]?.string)
    #expect(id.hasPrefix("AAMk") && id.hasSuffix("="))
    expectNil(draft.body["from"])
    expectEqual(draft.body["isDraft"], true)
    expectEqual(draft.body["isRead"], true)
    let changed = try Self.call(bench, "PATCH", "/me/messages/\(id)", #"{"subject":"Better"}"#, as: token)
    expectEqual(changed.body["subject"], "Better")
    #expect(changed.body["changeKey"] != draft.body["changeKey"])
    let file =
      ##"""
      {"@odata.type":"#microsoft.graph.fileAttachment","name":"a.txt","contentType":"text/plain",
      "contentBytes":"aGVsbG8="}
      """##
    let attached = try Self.call(bench, "POST", "/me/messages/\(id)/attachments", file, as: token)
    expectEqual(attached.status, 201, "\(attached.response.text)")
    let attachment = attached.body["id"]?.string ?? ""
    let bytes = try Self.call(bench, "GET", "/me/messages/\(id)/attachments/\(attachment)/$value", as: token)
    expectEqual(bytes.response.text, "hello")
    expectEqual(try Self.call(bench, "POST", "/me/messages/\(id)/send", as: token).status, 202)
    expectEqual(
      try Self.call(bench, "GET", "/me/messages/\(id)", as: token).body["error"]?["code"], "ErrorItemNotFound")
    let received = try Self.inbox(bench, of: "bob", "?$expand=attachments")
    expectEqual(received.first?["hasAttachments"], true)
    expectEqual(received.first?["attachments"]?.array?.first?["contentBytes"], "aGVsbG8=")
    expectEqual(bench.world.mail.all.first?.sending?.form, .draft)
    expectEqual(bench.world.mail.all.count, 1)
  }

  @Test func anImmutableIDOutlivesTheSending() throws {
    let bench = try Self.bench()
    let token = try bench.token("Mail.Send Mail.ReadWrite")
    let fields: HTTPFields = ["Prefer": "IdType=\"ImmutableId\""]
    let draft = try Self.call(
      bench, "POST", "/me/messages", #"{"toRecipients":[{"emailAddress":{"address":"kim@example.com"}}]}"#, as: token,
      fields: fields)
    let id = draft.body["id"]?.string ?? ""
    expectEqual(try Self.call(bench, "POST", "/me/messages/\(id)/send", as: token).status, 202)
    expectEqual(try Self.call(bench, "GET", "/me/messages/\(id)", as: token, fields: fields).status, 200)
  }

  @Test func aReplyGoesBackInTheSameConversation() throws {
    let bench = try Self.bench()
    try Self.call(bench, "POST", "/me/sendMail", Self.hello, as: try bench.token("Mail.Send"))
    let token = try bench.token("Mail.Send Mail.ReadWrite", of: "bob")
    let first = try Bench.found(try Self.inbox(bench, of: "bob").first)
    let id = first["id"]?.string ?? ""
    let answer = try Self.call(bench, "POST", "/me/messages/\(id)/reply", #"{"comment":"Thanks"}"#, as: token)
    expectEqual(answer.status, 202, "\(answer.response.text)")
    let back = try Bench.found(try Self.inbox(bench, of: "alice").first)
    expectEqual(back["subject"], "RE: Hello")
    expectEqual(back["bodyPreview"]?.string?.hasPrefix("Thanks"), true)
    let draft = try Self.call(bench, "POST", "/me/messages/\(id)/createForward", "{}", as: token)
    expectEqual(draft.status, 201, "\(draft.response.text)")
    expectEqual(draft.body["subject"], "FW: Hello")
    expectEqual(
      try Self.call(
        bench, "POST", "/me/messages/\(id)/replyAll", #"{"comment":"a","message":{"body":{"content":"b"}}}"#, as: token
      )
      .status, 400)
    expectEqual(Set(bench.world.mail.all.prefix(2).map(\.conversation)).count, 1)
  }

  /// What Zammad asks for, and how it marks and deletes.
  @Test func aFetcherReadsMarksAndDeletes() throws {
    let bench = try Self.bench()
    for _ in 0..<3 { try Self.call(bench, "POST", "/me/sendMail", Self.hello, as: try bench.token("Mail.Send")) }
    let token = try bench.token("Mail.ReadWrite", of: "bob")
    let query =
      "?$count=true&$orderby=receivedDateTime%20ASC&$select=id&$top=2"
      + "&$filter=(isRead%20eq%20false%20AND%20parentFolderId%20eq%20'inbox')"
    let page = try Self.call(bench, "GET", "/me/messages/" + query, as: token)
    expectEqual(page.status, 200, "\(page.response.text)")
    expectEqual(page.body["@odata.count"], 3)
    expectEqual(page.body["value"]?.array?.count, 2)
    expectEqual(page.body["@odata.nextLink"]?.string?.hasPrefix("https://localhost:8443/v1.0/"), true)
    expectEqual(
      page.body["@odata.context"],
      "https://localhost:8443/v1.0/$metadata#users('\(GroupTests.bob)')/messages(id)")
    let id = page.body["value"]?.array?.first?["id"]?.string ?? ""
    expectEqual(try Self.call(bench, "PATCH", "/me/messages/\(id)", #"{"isRead":true}"#, as: token).status, 200)
    let again = try Self.call(bench, "GET", "/me/messages" + query, as: token)
    expectEqual(again.body["@odata.count"], 2)
    let whole = try Self.call(bench, "GET", "/me/messages/\(id)/$value", as: token)
    #expect(whole.response.text.contains("Subject: Hello\r\n"), "\(whole.response.text)")
    expectEqual(try Self.call(bench, "DELETE", "/me/messages/\(id)", as: token).status, 204)
    expectEqual(try Self.call(bench, "GET", "/me/messages/\(id)", as: token).status, 404)
    let folder = try Self.call(bench, "GET", "/me/mailFolders/deleteditems", as: token).body
    expectEqual(folder["totalItemCount"], 1)
    let properties = try Self.call(
      bench, "GET", "/me/messages?$expand=singleValueExtendedProperties($filter=Id%20eq%20'LONG%200x0E08')", as: token)
    expectEqual(properties.body["value"]?.array?.first?["singleValueExtendedProperties"], [])
  }

  @Test func aLargeFileComesInSlices() throws {
    let bench = try Self.bench()
    let token = try bench.token("Mail.ReadWrite")
    let id = try Self.call(bench, "POST", "/me/messages", "{}", as: token).body["id"]?.string ?? ""
    let size = 4_000_000
    let session = try Self.call(
      bench, "POST", "/me/messages/\(id)/attachments/createUploadSession",
      #"{"AttachmentItem":{"attachmentType":"file","name":"large.bin","size":\#(size)}}"#, as: token)
    expectEqual(session.status, 201, "\(session.response.text)")
    let url = session.body["uploadUrl"]?.string ?? ""
    let path = String(url.dropFirst("https://localhost:8443".count).prefix { $0 != "?" })
    func put(_ range: String, _ bytes: [UInt8], _ fields: HTTPFields = [:]) throws -> HTTPResponse {
      var fields = fields
      fields.set("Content-Range", "bytes \(range)/\(size)")
      return try bench.call(path, method: "PUT", fields: fields, bytes: bytes).response
    }
    expectEqual(try put("0-9", [UInt8](repeating: 1, count: 10), ["Authorization": token]).status, 401)
    let first = try put("0-2999999", [UInt8](repeating: 1, count: 3_000_000))
    expectEqual(first.status, 200, "\(first.text)")
    expectEqual(try first.json()["nextExpectedRanges"], ["3000000"])
    expectEqual(try put("0-9", [UInt8](repeating: 1, count: 10)).status, 416)
    let last = try put("3000000-3999999", [UInt8](repeating: 2, count: 1_000_000))
    expectEqual(last.status, 201, "\(last.text)")
    #expect(last.fields["Location"]?.contains("/Attachments('") == true)
    expectEqual(try put("3000000-3999999", []).status, 201)
    let files = try Self.call(bench, "GET", "/me/messages/\(id)/attachments", as: token).body["value"]?.array
    expectEqual(files?.first?["size"], .integer(Int64(size)))
    let names = try Self.call(bench, "GET", "/me/messages/\(id)/attachments?$select=name", as: token).body["value"]
    expectEqual(names?.array?.first?.object?.names, ["@odata.type", "@odata.mediaContentType", "id", "name"])
    let small = try Self.call(
      bench, "POST", "/me/messages/\(id)/attachments/createUploadSession",
      #"{"AttachmentItem":{"attachmentType":"file","name":"s","size":10}}"#, as: token)
    expectEqual(small.body["error"]?["code"], "ErrorAttachmentSizeShouldNotBeLessThanMinimumSize")
  }

  @Test func itemsAndReferencesAreKeptAsTheyCame() throws {
    let bench = try Self.bench()
    let token = try bench.token("Mail.Send Mail.ReadWrite")
    let body =
      ##"""
      {"subject":"S","toRecipients":[{"emailAddress":{"address":"kim@example.com"}}],"singleValueExtendedProperties":[
      {"id":"String 0x1045","value":"<https://example.com/u>"}],"attachments":[{"@odata.type":"#microsoft.graph.itemAttachment",
      "name":"i","item":{"@odata.type":"#microsoft.graph.event","subject":"E"}},{"name":"r","sourceUrl":"https://example.com/r",
      "@odata.type":"#microsoft.graph.referenceAttachment"}]}
      """##
    let draft = try Self.call(bench, "POST", "/me/messages", body, as: token)
    let id = draft.body["id"]?.string ?? ""
    let files = try Self.call(bench, "GET", "/me/messages/\(id)/attachments", as: token).body["value"]?.array
    expectEqual(files?.first?["item"]?["subject"], "E")
    expectEqual(files?.last?["sourceUrl"], "https://example.com/r")
    expectEqual(try Self.call(bench, "POST", "/me/messages/\(id)/send", as: token).status, 202)
    let kept = try Bench.found(bench.world.mail.all.first)
    let text = String(decoding: kept.mime(withBlindCopies: false), as: UTF8.self)
    #expect(text.contains("List-Unsubscribe: <https://example.com/u>\r\n"), "\(text)")
  }

  @Test func theTutorialsReadTheirSettingsAndCalendar() throws {
    let bench = try Self.bench()
    let settings = try Self.call(bench, "GET", "/me/mailboxSettings", as: try bench.token("MailboxSettings.Read"))
    expectEqual(settings.body["timeZone"], "UTC")
    expectEqual(settings.body["dateFormat"], "M/d/yyyy")
    expectEqual(settings.body["timeFormat"], "h:mm tt")
    expectEqual(settings.body["language"]?["locale"], "en-US")
    let calendar = try bench.token("Calendars.Read")
    expectEqual(try Self.call(bench, "GET", "/me/calendar", as: calendar).body["isDefaultCalendar"], true)
    expectEqual(
      try Self.call(bench, "GET", "/me/calendarView?startDateTime=a&endDateTime=b", as: calendar).body["value"], [])
    expectEqual(
      try Self.call(bench, "GET", "/me/mailFolders", as: try bench.token("Mail.Read")).body["value"]?.array?.count, 7)
  }

  @Test func theWorldSaysWhatBouncesAndWhatIsLate() throws {
    let bench = try Self.bench("mail: { bounce: ['*@example.com'], delay: 2s }\n")
    try Self.call(bench, "POST", "/me/sendMail", Self.hello, as: try bench.token("Mail.Send"))
    let report = try Bench.found(try Self.inbox(bench, of: "alice").first)
    expectEqual(report["subject"], "Undeliverable: Hello")
    expectEqual(try Self.inbox(bench, of: "bob").count, 0)
    bench.clock.advance(by: .seconds(2))
    expectEqual(try Self.inbox(bench, of: "bob").count, 1)
    try bench.world.reset()
    expectEqual(bench.world.mail.all.count, 0)
  }

  /// The members of a group get what is sent to it, and the members of its groups do not.
  @Test func aGroupIsReadByItsOwnMembers() throws {
    let bench = try Self.bench(
      "world: { groups: { crew: { displayName: Crew, type: microsoft365, members: [alice, engineers] } } }\n")
    let crew = try #require(bench.world.directory.group(named: "crew"))
    let address = try #require(bench.world.directory.tenants[crew.tenant]?.mail(of: crew))
    let body = Self.hello.replacingOccurrence(of: "kim@example.com", with: address)
      .replacingOccurrence(of: "bob@contoso.onmicrosoft.com", with: "kim@example.com")
    let answer = try Self.call(bench, "POST", "/me/sendMail", body, as: try bench.token("Mail.Send"))
    expectEqual(answer.status, 202, "\(answer.response.text)")
    expectEqual(try Self.inbox(bench, of: "alice").count, 1)
    expectEqual(try Self.inbox(bench, of: "bob").count, 0, "a member of 'engineers', which is a member of 'crew'")
    let kept = try Bench.found(bench.world.mail.all.first)
    expectEqual(kept.sending?.delivered, ["alice"])
    expectEqual(Set(kept.message.recipients.map(\.address)), [address, "kim@example.com"])
  }

  @Test(arguments: [("sendAs", "bob@contoso.onmicrosoft.com"), ("sendOnBehalf", "alice@contoso.onmicrosoft.com")])
  func anothersNameNeedsARight(_ word: String, _ sender: String) throws {
    let bench = try Self.bench("world: { users: { bob: { \(word): [alice] } } }\n")
    let body = Self.hello.replacingOccurrence(
      of: #""subject""#, with: #""from":{"emailAddress":{"address":"BOB@contoso.onmicrosoft.com"}},"subject""#)
    let answer = try Self.call(bench, "POST", "/me/sendMail", body, as: try bench.token("Mail.Send Mail.Send.Shared"))
    expectEqual(answer.status, 202, "\(answer.response.text)")
    let kept = try Bench.found(bench.world.mail.all.first)
    expectEqual(kept.message.address("sender"), MailAddress(sender))
    expectEqual(kept.message.address("from"), MailAddress("bob@contoso.onmicrosoft.com"))
  }

  @Test func aDelegateReadsAnothersMailbox() throws {
    let bench = try Self.bench("world: { users: { bob: { fullAccess: [alice] } } }\n")
    let bob = "/users/bob@contoso.onmicrosoft.com"
    expectEqual(try Self.call(bench, "GET", bob + "/messages", as: try bench.token("Mail.Read.Shared")).status, 200)
    expectEqual(try Self.call(bench, "GET", bob + "/messages", as: try bench.token("Mail.Read")).status, 403)
  }

  @Test func theJournalHasNoWordOfTheText() throws {
    let bench = try Self.bench()
    let exchange = try Self.call(bench, "POST", "/me/sendMail", Self.hello, as: try bench.token("Mail.Send")).exchange
    expectEqual(exchange.hidesAnswer, true)
    #expect(!exchange.reasons.joined().contains("123456"))
  }

  @Test func theOldestGoesWhenThereIsNoRoom() {
    let room = Mailroom()
    room.share(MailBudget(1 << 20))
    for number in 0..<1_010 {
      let id = GUID(
        bytes: [UInt8](repeating: UInt8(number % 251), count: 14) + [UInt8(number >> 8), UInt8(number & 255)])
      room.keep(KeptMail(id ?? .zero, MailMessage(), conversation: .zero, at: Bench.start))
    }
    expectEqual(room.all.count, 1_000)
    expectEqual(room.droppedCount, 10)
    var large = MailMessage(from: MailAddress("a@b"), to: [], subject: "", text: "")
    large.attachments = [
      MailAttachment(.zero, name: "x", contentType: nil, bytes: [UInt8](repeating: 0, count: 900_000))
    ]
    room.keep(KeptMail(.zero, large, conversation: .zero, at: Bench.start))
    #expect(room.all.count < 300)
  }

  /// What has come of a file counts with its draft, in the limit of the world and in that of the server.
  @Test(arguments: [1 << 20, MailBudget.usual]) func anUploadCountsWithItsDraft(_ budget: Int) {
    let room = Mailroom()
    room.share(MailBudget(budget))
    var draft = KeptMail(.zero, MailMessage(), conversation: .zero, at: Bench.start)
    draft.copies = [MailCopy(in: .drafts, of: .zero, at: Bench.start, isReceived: false) { .zero }]
    let file = MailAttachment(.zero, name: "x", contentType: nil)
    draft.uploads = [MailUpload(file, total: 100 << 20, endsAt: Bench.start + .days(7))]
    room.keep(draft)
    let other = GUID(GroupTests.bob) ?? .zero
    room.keep(KeptMail(other, MailMessage(), conversation: .zero, at: Bench.start))
    let slice = [UInt8](repeating: 0, count: min(budget, Mailroom.maximumBytes))
    room.update(.zero) { $0.uploads[0].file.bytes += slice }
    expectEqual(room.all.map(\.id), [other])
    expectEqual(room.droppedCount, 1)
  }
}

extension String {
  /// The text with the first place of one part replaced.
  func replacingOccurrence(of part: String, with other: String) -> String {
    guard let place = firstPlace(of: part) else { return self }
    return replacingCharacters(place, other)
  }

  private func replacingCharacters(_ place: Range<Index>, _ other: String) -> String {
    String(self[..<place.lowerBound]) + other + String(self[place.upperBound...])
  }
}
