import Bytes
import Directory
import Expectations
import HTTPWire
import JSON
import Synchronization
import TestSupport
import Testing
import Worlds

/// A product that signs its users in by SAML and gets them by SCIM has to find the same one under both names.
@Suite struct SharedNameTests {
  @Test(
    arguments: [
      "displayName: Ann Lee", "displayName: Ann Lee, mail: ann.lee@elsewhere.test", "displayName: Ann Lee, mail: null",
      "displayName: Ann Lee, userPrincipalName: \"a.o'lee@contoso.com\", mailNickname: lee",
    ]) func theNameIDOfAMemberIsTheUserNameOfProvisioning(_ words: String) throws
  {
    let server = ModelServer()
    let test = try TestWorld(
      file: """
        signIn: auto
        world:
          users: { ann: { \(words) } }
          apps:
            product:
              type: web
              assignedUsers: [ann]
              identifierUris: [https://product.test/saml]
              web: { redirectUris: [https://product.test/acs] }
              saml: {}
              provisioning: { \(Bench.settings) }
        """, documents: server)
    let provisioner = try #require(server.provisioner)
    _ = try provisioner.carryOut(ProvisioningOrder(.initial), for: test.app("product").id, in: test.world)
    let userNames = server.state.withLock { $0.users.values.compactMap { $0["userName"]?.string } }
    let ann = try test.signInName(of: "ann")
    let answer = try TestBrowser(test).open(
      SAMLText.target(SAMLText.request("https://product.test/saml"), [("login_hint", ann)]))
    let response = try #require(answer.delivered?["SAMLResponse"].flatMap { Base64.decode($0) })
    let name = String(decoding: response, as: UTF8.self).split(separator: "<NameID ").last?
      .split(separator: ">").dropFirst().first?.split(separator: "<").first
    expectEqual(name.map { [String($0)] }, userNames)
    expectEqual(userNames, [ann])
  }
}
