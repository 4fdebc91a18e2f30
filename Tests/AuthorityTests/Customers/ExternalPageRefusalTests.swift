import Bytes
import Directory
import Expectations
import HTTPWire
import Policy
import TestSupport
import Testing
import Worlds

/// What a customer reads on the pages of External ID.
@Suite("Refusals on the pages of External ID") struct ExternalPageRefusalTests {
  static let rows: [(name: String, password: String, isEnabled: Bool, code: Int)] = [
    ("nobody@example.com", "", true, 50034), (CustomerScene.name, "wrong", true, 50126),
    (CustomerScene.name, SeededDirectory.password, false, 50057),
  ]

  @Test("of a sign-in", arguments: rows)
  func signIn(_ name: String, _ password: String, _ isEnabled: Bool, _ code: Int) throws {
    let scene = try CustomerScene()
    let lee = try scene.customer(.pages).id
    try scene.test.change { $0.updateUser(lee) { $0.isEnabled = isEnabled } }
    try scene.open()
    var answer = try scene.submit(("loginfmt", name))
    if !password.isEmpty { answer = try scene.submit(("passwd", password)) }
    #expect(answer.pageCode == code && answer.exchange.refusal?.code == code)
  }

  @Test("of a sign-up with an address that somebody has") func knownAddress() throws {
    let scene = try CustomerScene()
    try scene.open(pages: CustomerScene.garden, [("prompt", "create")])
    let answer = try scene.submit(("email", CustomerScene.name))
    #expect(answer.pageCode == 1_003_037 && answer.heading == "Create account")
  }
}
