import Bytes
import Expectations
import JSON
import Mail
import Testing

/// What is read of a message's text.
struct MailTextTests {
  @Test(arguments: [
    ("x<hr><b>hi</b>", "x\nhi"), ("<ul><li>a</li><li>b</li></ul>c", "a\nb\nc"), ("a<h4>b</h4>c<br/>d", "a\nb\nc\nd"),
    ("<table><tr><td>a</td><td>b</td></tr></table>c", "a b\nc"), ("a<b>b</b>c", "abc"), ("<style>x</style><p>a", "a"),
    ("a &amp; b &lt;&#39;&#x41;&#66;&gt; &a&nbsp;&none; &", "a & b <'AB> &a &none; &"), ("R&amp;amp;D", "R&amp;D"),
  ])
  func aPersonReadsLines(_ html: String, _ text: String) {
    expectEqual(MailText.text(ofHTML: html), text)
  }

  @Test(arguments: [
    ("<a href='https://a.example/'>go</a>", ["https://a.example/"]),
    (
      "<a data-href='https://b.example/' class=\"x\"\n\tHREF=https://a.example/?x=1&amp;y=2>go</a>",
      ["https://a.example/?x=1&y=2"]
    ), ("<a name='href'>go</a><a href='javascript:x'>go</a>", []),
  ])
  func aLinkIsWhereItLeads(_ html: String, _ addresses: [String]) {
    var message = MailMessage()
    message.members["body"] = ["contentType": "html", "content": .string(html)]
    expectEqual(MailText.links(in: message).map(\.url), addresses)
  }

  @Test(arguments: [
    ("=?utf-8?Q?a=3D=3d=?=", "a==="), ("=?iso-8859-1?q?Gr=FC=DFe_=A4?=", "Grüße ¤"), ("=?cp1252?q?=80=85?=", "€…"),
    ("=?us-ascii?q?=C3=BC?=", "ü"), ("=?x?b?4pyT?= =?x?b?4pyT?=", "✓✓"), ("=?utf-8?Q?=4?= =?", "=4 =?"),
  ])
  func aFieldSaysWhatItsWordsSay(_ value: String, _ text: String) {
    let mime = Array("Subject: \(value)\r\n\r\n".utf8)
    expectEqual(MIMEReader.message(mime, newID: { .zero })?.subject, text)
  }

  @Test(arguments: [("a=\r\nb=\nc", "abc"), ("=E2=9C=93 =4 =", "✓ =4 ="), ("==41", "=A"), ("", "")])
  func quotedPrintableIsRead(_ body: String, _ text: String) {
    let mime = Array("Content-Transfer-Encoding: quoted-printable\r\n\r\n\(body)".utf8)
    expectEqual(MIMEReader.message(mime, newID: { .zero })?.text, text)
  }

  @Test(
    arguments: [
      ("Kim <kim@a.example>, lee@a.example", [("kim@a.example", "Kim"), ("lee@a.example", nil)]),
      (#""Doe, \"J\"" <j@a.example>;"#, [("j@a.example", #"Doe, "J""#)]),
      ("Friends: kim@a.example, (a, b) <lee@a.example>;", [("kim@a.example", nil), ("lee@a.example", "(a, b)")]),
    ] as [(String, [(String, String?)])])
  func aListOfAddressesIsRead(_ list: String, _ wanted: [(String, String?)]) {
    let found = MIMEReader.addresses(list)
    expectEqual(found.map(\.address), wanted.map(\.0))
    expectEqual(found.map(\.name), wanted.map(\.1))
  }

  @Test(arguments: [
    ("--x\r\n\r\na\r\n--x\r\n\r\nb\r\n--x--\r\nc", ["a", "b"]), ("--x\n\na\n\n--x\n--x\n\nb", ["a\n", "", "b"]),
    ("a\r\n--y\r\n", []), ("--x", [""]),
  ])
  func partsAreBetweenTheirBoundaries(_ body: String, _ parts: [String]) {
    let mime = Array("Content-Type: multipart/mixed; boundary=x\r\n\r\n\(body)".utf8)
    let message = MIMEReader.message(mime, newID: { .zero })
    let found =
      (message.map { [$0.content] } ?? [])
      + (message?.attachments.map { String(decoding: $0.bytes, as: UTF8.self) } ?? [])
    expectEqual(found, parts.isEmpty ? [""] : parts)
  }

  @Test(arguments: [
    "filename*=UTF-8''na%C3%AFve.txt", "filename*0*=UTF-8''na%C3; filename*1*=%AFve; filename*2=\".txt\"",
    "filename*=iso-8859-1'en'na%EFve.txt", "filename=\"=?utf-8?q?na=C3=AFve?=.txt\"",
    "FILENAME=\"n.txt\"; filename*=utf-8''na%C3%AFve.txt",
  ])
  func aFileHasItsName(_ parameters: String) {
    let mime = Array("Content-Disposition: attachment; \(parameters)\r\n\r\nx".utf8)
    expectEqual(MIMEReader.message(mime, newID: { .zero })?.attachments.map(\.name), ["naïve.txt"])
  }
}
