import Bytes
import Expectations
import Testing

@testable import MockIdPCommand

/// What the sign-in of `token` reads off a page.
struct SignInPageTests {
  @Test func findsTheFormAndLeavesButtonsAndBoxesAlone() {
    let page = SignInPage(
      """
      <!DOCTYPE html><meta name="PageID" content="ConvergedSignIn"><style>p > a { color: red }</style>
      <form method="post" action="/t/login?a=1&amp;b=2" novalidate>
      <input type="hidden" name="ctx" value="a&quot;b&#39;c&#x26;">
      <input type="email" id="i0116" name="loginfmt" autofocus>
      <input type="checkbox" name="DontShowAgain" value="true">
      <input type="submit" id="idSIButton9" value="Next"><button name="action" value="back">Back</button>
      </form>
      <form action="/other"><input name="stray" value="1"></form>
      """)
    expectEqual(page.pageID, "ConvergedSignIn")
    expectEqual(page.action, "/t/login?a=1&b=2")
    expectEqual(page.fields, FormFields([("ctx", "a\"b'c&"), ("loginfmt", "")]))
    expectNil(page.message)
  }

  @Test func readsTheMessageForScripts() {
    let page = SignInPage(
      """
      <script type="application/json">
      $Config={"pgid":"ConvergedError","sErrorCode":"50011","strServiceExceptionMessage":"AADSTS50011: \\u003cno\\u003e"};
      </script>
      """)
    expectEqual(page.message, "AADSTS50011: <no>")
    expectNil(page.action)
  }

  @Test func findsTheCodeThatThePageTells() {
    let page = SignInPage(
      """
      <meta name="PageID" content="ConvergedTFA"><form action="/m"><input name="otc">
      <p>the code is always <strong>123456</strong>.</p></form>
      """)
    expectEqual(page.shownCode, "123456")
  }

  @Test(arguments: [
    "", "<", "<form", "<form action=", "<form action=\"x", "<input name=a", "<>", "< =\"\">",
    "&#x110000;<a b=&#x110000;>",
  ])
  func endsOnBrokenMarkup(_ html: String) { _ = SignInPage(html) }

  struct TextCase: CustomTestStringConvertible {
    let text: String
    let plain: String
    var testDescription: String { text }
  }

  @Test(arguments: [
    TextCase(text: "a&amp;amp;b", plain: "a&amp;b"), TextCase(text: "&#10;&#x41;", plain: "\nA"),
    TextCase(text: "&nbsp; & &;", plain: "&nbsp; & &;"), TextCase(text: "&#0xZ;", plain: "&#0xZ;"),
    TextCase(text: "5 &lt 6", plain: "5 &lt 6"),
  ])
  func resolvesReferences(_ c: TextCase) { expectEqual(MarkupScanner.unescaped(c.text), c.plain) }
}
