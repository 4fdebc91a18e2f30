import Bytes
import Expectations
import HTTPWire
import JSON
import Mail
import Testing
import Worlds

/// Folders and attachments with the options of OData, and drafts of MIME that are changed.
struct MailListTests {
  @Test(arguments: [
    ("$filter=displayName%20eq%20'inbox'", ["Inbox"], 1), ("$top=2&$skip=1", ["Drafts", "Sent Items"], 7),
    ("$orderby=displayName%20desc&$top=1", ["Sent Items"], 7), ("$filter=totalItemCount%20eq%201", ["Drafts"], 1),
    ("$filter=contains(displayName,'ITEMS')%20and%20not%20startswith(displayName,'d')", ["Sent Items"], 1),
  ])
  func aListOfFoldersTakesOptions(_ query: String, _ names: [String], _ count: Int64) throws {
    let bench = try MailTests.bench()
    let token = try bench.token("Mail.ReadWrite")
    try MailTests.call(bench, "POST", "/me/messages", "{}", as: token)
    let list = try MailTests.call(bench, "GET", "/me/mailFolders?$count=true&" + query, as: token).body
    expectEqual(list["value"]?.array?.map { $0["displayName"]?.string }, names)
    expectEqual(list["@odata.count"], .integer(count))
    #expect((list["@odata.nextLink"] == nil) == query.hasPrefix("$filter"))
  }

  @Test func theNextPageOfFoldersBeginsBehindThisOne() throws {
    let bench = try MailTests.bench()
    let token = try bench.token("Mail.ReadBasic")
    let list = try MailTests.call(bench, "GET", "/me/mailFolders?$select=id&$top=2&$skip=1", as: token).body
    expectEqual(
      list["@odata.nextLink"], "https://localhost:8443/v1.0/me/mailFolders?$select=id&$top=2&$skip=3")
    expectEqual(list["value"]?.array?.first?.object?.names, ["id"])
  }

  /// `Mail.ReadBasic` shows neither texts nor what is attached (Microsoft: "Microsoft Graph permissions reference").
  @Test(arguments: [("Mail.ReadBasic", false), ("Mail.Read", true)])
  func texts(_ permission: String, _ areShown: Bool) throws {
    let bench = try MailTests.bench()
    try MailTests.call(bench, "POST", "/me/sendMail", MailTests.hello, as: try bench.token("Mail.Send"))
    let token = try bench.token(permission, of: "bob")
    let path = "/me/messages?$expand=attachments&$select=subject,body,bodyPreview,uniqueBody"
    let list = try MailTests.call(bench, "GET", path, as: token)
    let wanted = ["body", "bodyPreview", "uniqueBody", "attachments"]
    let names = list.body["value"]?.array?.first?.object?.names ?? []
    expectEqual(names.filter(wanted.contains).count, areShown ? 4 : 0)
    #expect(names.contains("subject"))
  }

  /// A message to oneself stands in two folders, and each has an id that stays.
  @Test func twoCopiesHaveTwoIDsThatStay() throws {
    let bench = try MailTests.bench()
    let token = try bench.token("Mail.Send Mail.ReadWrite")
    let body = MailTests.hello.replacingOccurrence(of: "bob@", with: "alice@")
    expectEqual(try MailTests.call(bench, "POST", "/me/sendMail", body, as: token).status, 202)
    let prefer: HTTPFields = ["Prefer": "IdType=\"ImmutableId\""]
    let list = try MailTests.call(bench, "GET", "/me/messages", as: token, fields: prefer).body["value"]?.array ?? []
    expectEqual(Set(list.map { $0["id"]?.string }).count, 2)
    for one in list {
      let path = "/me/messages/\(one["id"]?.string ?? "")"
      let again = try MailTests.call(bench, "GET", path, as: token, fields: prefer).body
      expectEqual(again["parentFolderId"], one["parentFolderId"])
      expectEqual(try MailTests.call(bench, "DELETE", path, as: token).status, 204)
      expectEqual(try MailTests.call(bench, "GET", path, as: token).status, 200, "in Deleted Items")
    }
  }

  @Test func attachmentsComeOnOnePageUnlessTheCallSaysOtherwise() throws {
    let bench = try MailTests.bench()
    let token = try bench.token("Mail.ReadWrite")
    let files = (1...12).map { number in
      ##"{"@odata.type":"#microsoft.graph.fileAttachment","name":"\##(number)","contentBytes":""}"##
    }
    let draft = try MailTests.call(
      bench, "POST", "/me/messages", #"{"attachments":[\#(files.joined(separator: ","))]}"#, as: token)
    let path = "/me/messages/\(draft.body["id"]?.string ?? "")/attachments"
    expectEqual(try MailTests.call(bench, "GET", path, as: token).body["value"]?.array?.count, 12)
    let page = try MailTests.call(bench, "GET", path + "?$filter=name%20eq%20'7'", as: token).body["value"]?.array
    expectEqual(page?.map { $0["name"]?.string }, ["7"])
  }

  /// What a client changes in a draft that came as MIME is in the text that its recipients get, and what it leaves is, too.
  @Test func aDraftOfMIMETakesChanges() throws {
    let bench = try MailTests.bench()
    let token = try bench.token("Mail.Send Mail.ReadWrite")
    let mime = """
      From: alice@contoso.onmicrosoft.com\r
      To: bob@contoso.onmicrosoft.com\r
      Subject: Hi\r
      In-Reply-To: <a@b>\r
      References: <a@b>\r
      Message-ID: <c@d>\r
      Content-Type: multipart/alternative; boundary=x\r
      \r
      --x\r
      Content-Type: text/plain\r
      \r
      Old\r
      --x\r
      Content-Type: text/html\r
      \r
      <p>Old</p>\r
      --x--\r

      """
    let draft = try MailTests.call(
      bench, "POST", "/me/messages", Base64.encode(Array(mime.utf8)), as: token, fields: ["Content-Type": "text/plain"])
    expectEqual(draft.status, 201, "\(draft.response.text)")
    expectEqual(draft.body["bodyPreview"], "Old")
    let path = "/me/messages/\(draft.body["id"]?.string ?? "")"
    let file = ##"{"@odata.type":"#microsoft.graph.fileAttachment","name":"a.txt","contentBytes":"aGVsbG8="}"##
    expectEqual(try MailTests.call(bench, "POST", path + "/attachments", file, as: token).status, 201)
    #expect(try MailTests.call(bench, "GET", path + "/$value", as: token).response.text.contains("aGVsbG8="))
    let body = #"{"body":{"contentType":"html","content":"<p>New</p>"}}"#
    expectEqual(try MailTests.call(bench, "PATCH", path, body, as: token).body["bodyPreview"], "New")
    let sent = try MailTests.call(bench, "POST", path + "/send", as: token)
    expectEqual(sent.status, 202, "\(sent.response.text)")
    let kept = try Bench.found(bench.world.mail.all.first)
    let text = String(decoding: kept.mime(withBlindCopies: false), as: UTF8.self)
    for part in ["In-Reply-To: <a@b>\r\n", "Subject: Hi\r\n", "aGVsbG8=", Base64.encode(Array("<p>New</p>".utf8))] {
      #expect(text.contains(part), "\(part) in \(text)")
    }
    expectEqual(try MailTests.inbox(bench, of: "bob").first?["bodyPreview"], "New")
  }
}
