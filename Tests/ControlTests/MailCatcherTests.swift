import Bytes
import Crypto
import Directory
import Expectations
import HTTPWire
import JSON
import Mail
import Synchronization
import Testing
import Time
import Worlds

/// The calls under `/mail`.
struct MailCatcherTests {
  /// A world with two messages: a plain one to Lee, and one to Kim with HTML and a picture.
  private static func bench() throws -> Bench {
    let bench = try Bench()
    func keep(_ message: MailMessage) {
      var mail = KeptMail(bench.world.entropy.guid(), message, conversation: .zero, at: bench.world.now)
      mail.sending = MailSending(.json, at: bench.world.now)
      mail.sending?.client = "daemon"
      bench.world.mail.keep(mail)
    }
    keep(
      MailMessage(from: MailAddress("a@example.com"), to: [MailAddress("lee@example.com")], subject: "Plain", text: "x")
    )
    var message = MailMessage(
      from: MailAddress("a@example.com"), to: [MailAddress("kim@example.com")], subject: "Welcome", text: "")
    message.members["body"] = [
      "contentType": "html",
      "content":
        "<p>Hi, <a href='https://example.com/go'>go on</a> with 123456 <img src='cid:dot'></p><script>x</script>",
    ]
    message.attachments = [
      MailAttachment(
        .zero, name: "dot.png", contentType: "image/png", contentID: "dot", isInline: true, bytes: [1, 2, 3])
    ]
    keep(message)
    return bench
  }

  @Test func aMessageIsFoundByWhatItSays() throws {
    let bench = try Self.bench()
    func subjects(_ query: String?) throws -> [String?] {
      try bench.ask("GET", "/v1/mail", query: query)["mail"]?.array?.map { $0["subject"]?.string } ?? []
    }
    expectEqual(try subjects(nil), ["Welcome", "Plain"])
    expectEqual(try subjects("to=KIM@example.com"), ["Welcome"])
    expectEqual(try subjects("subject=plai"), ["Plain"])
    expectEqual(try subjects("text=go+on&client=daemon"), ["Welcome"])
    expectEqual(try subjects("user=alice"), [])
    expectEqual(try subjects("limit=1"), ["Welcome"])
  }

  @Test func oneMessageHasItsPartsLinksAndCodes() throws {
    let bench = try Self.bench()
    let whole = try bench.ask("GET", "/v1/mail/latest")
    expectEqual(whole["links"], [["url": "https://example.com/go", "text": "go on"]])
    expectEqual(whole["codes"], ["123456"])
    expectEqual(whole["text"], "Hi, go on with 123456")
    let raw = try bench.call("GET", "/v1/mail/latest/raw")
    expectEqual(raw.fields["Content-Type"], "message/rfc822")
    #expect(String(decoding: raw.body, as: UTF8.self).contains("Content-ID: <dot>"))
    let page = try bench.call("GET", "/v1/mail/latest/html")
    #expect(page.fields["Content-Security-Policy"]?.hasPrefix("sandbox; default-src 'none'") == true)
    #expect(String(decoding: page.body, as: UTF8.self).contains("data:image/png;base64,AQID"))
    let file = try bench.call("GET", "/v1/mail/latest/attachments/1")
    expectEqual(file.body, [1, 2, 3])
    expectEqual(try bench.call("GET", "/v1/mail/latest/attachments/2").status, 404)
    expectEqual(try bench.call("GET", "/v1/mail/1/html").status, 404)
  }

  @Test func whoWaitsForWhatIsThereIsAnsweredAtOnce() throws {
    let bench = try Self.bench()
    let answer = try bench.call("POST", "/v1/mail/wait", body: #"{"to":"kim@example.com"}"#)
    expectEqual(answer.status, 200)
    expectEqual(try JSONValue.parse(answer.body)["mail"]?.array?.count, 1)
    expectEqual(try bench.call("POST", "/v1/mail/wait", body: #"{"timeout":"61s"}"#).status, 400)
  }

  /// No thread stands still meanwhile: the answer is postponed, and the message itself wakes it.
  @Test func aMessageWakesWhoWaits() throws {
    let room = Mailroom()
    let filter = MailFilter([.to: "kim@example.com"])
    let woken = Woken()
    let waiting = room.announce(filter, count: 1) { woken.count.wrappingAdd(1, ordering: .relaxed) }
    #expect(waiting != nil)
    var mail = KeptMail(
      .zero, MailMessage(from: MailAddress("a@b.c"), to: [MailAddress("kim@example.com")], subject: "", text: ""),
      conversation: .zero, at: .init(seconds: 0))
    room.keep(mail)
    expectEqual(woken.count.load(ordering: .relaxed), 0, "a draft is not sent")
    mail.sending = MailSending(.json, at: .init(seconds: 0))
    room.keep(mail)
    expectEqual(woken.count.load(ordering: .relaxed), 1)
    if let waiting { room.stopWaiting(waiting) }
    expectEqual(woken.count.load(ordering: .relaxed), 1)
  }

  /// A stranger may name a picture as its own type is named.
  @Test func aPictureWithAStrangeTypeEndsThePage() throws {
    let bench = try Self.bench()
    var mail = try #require(bench.world.mail.all.last)
    mail.message.attachments[0].contentType = "cid:dot"
    let changed = mail
    bench.world.mail.update(mail.id) { $0 = changed }
    let page = try bench.call("GET", "/v1/mail/latest/html")
    #expect(String(decoding: page.body, as: UTF8.self).contains("data:cid:dot;base64,AQID"))
  }

  @Test func messagesAreForgotten() throws {
    let bench = try Self.bench()
    expectEqual(try bench.call("DELETE", "/v1/mail/latest").status, 204)
    expectEqual(try bench.ask("DELETE", "/v1/mail")["removed"], 1)
    expectEqual(try bench.call("GET", "/v1/mail/latest").status, 404)
  }
}

/// How often somebody was woken.
private final class Woken: Sendable {
  let count = Atomic(0)
}
