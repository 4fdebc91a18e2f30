import Expectations
import Policy
import Testing

@Suite("The text of a refusal") struct MessageTemplateTests {
  struct Case: CustomTestStringConvertible {
    let template: String
    let filled: String
    let testDescription: String
  }

  @Test(arguments: [
    Case(template: "plain", filled: "plain", testDescription: "without placeholders"),
    Case(template: "", filled: "", testDescription: "empty"),
    Case(template: "'{app}'({appName})", filled: "'id'(Name)", testDescription: "several placeholders"),
    Case(template: "{app}{app}", filled: "idid", testDescription: "the same one twice"),
    Case(template: "{scope}", filled: "{app}", testDescription: "a value with braces is not filled again"),
    Case(template: "{EmailHidden} {nobody}", filled: "{EmailHidden} {nobody}", testDescription: "unknown words stay"),
    Case(template: "{EUII Hidden}{app}", filled: "{EUII Hidden}id", testDescription: "an unknown word before a known"),
    Case(template: "{ {app} }", filled: "{ id }", testDescription: "braces around a placeholder"),
    Case(template: "open {app", filled: "open {app", testDescription: "a brace that nothing closes"),
    Case(template: "} {app}", filled: "} id", testDescription: "a closing brace first"),
    Case(template: "{user}", filled: "{EmailHidden}", testDescription: "no value: the example"),
  ])
  func fills(_ c: Case) {
    expectEqual(MessageTemplate(c.template).filled(with: [.app: "id", .appName: "Name", .scope: "{app}"]), c.filled)
    expectEqual(MessageTemplate(c.template).description, c.template)
  }

  @Test("takes from many facts only what it has a place for") func knowing() {
    let refusal = Refusal(.consentRequired, knowing: [.app: "1", .appName: "Shop", .user: "alice"])
    expectEqual(refusal.arguments, [.app: "1", .appName: "Shop"])
    expectEqual(refusal, .consentRequired(clientID: "1", name: "Shop"))
  }
}
