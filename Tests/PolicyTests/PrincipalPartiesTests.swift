import Directory
import Expectations
import Testing
import Time

@testable import Policy

@Suite("The principal parties") struct PrincipalPartiesTests {
  private static func names(_ directory: DirectoryState) -> [String: String] {
    Dictionary(
      PrincipalParties(of: directory).choices.map { ($0.part.rawValue, $0.alias) },
      uniquingKeysWith: { first, _ in first })
  }

  private static func editor(_ extent: SeededDirectory.Extent) -> DirectoryEditor {
    SeededDirectory(extent, createdAt: UnixTime(seconds: 0)).editor
  }

  @Test("of the seeds are those of the documentation") func seeds() {
    expectEqual(
      Self.names(Self.editor(.all).state),
      [
        "tenant": "contoso", "user": "alice", "client": "mobile", "publicApp": "mobile", "singlePageApp": "spa",
        "webApp": "web", "daemon": "daemon", "api": "api",
      ])
  }

  @Test("of a directory without tenants are the tenant of personal accounts alone") func nothing() {
    let parties = PrincipalParties(of: Self.editor(.none).state)
    expectEqual(parties.choices.map(\.alias), ["personal-accounts"])
    expectEqual(parties.choices.map(\.reason), ["there is no tenant of an organization"])
    #expect(parties.user == nil && parties[.client] == nil)
  }

  @Test("of an own tenant are its first user and its first app of each kind, each with a reason") func own() throws {
    var editor = Self.editor(.none)
    let other = NewTenant(alias: "second", displayName: "Second", domains: ["second.test"])
    let mine = editor.add(NewTenant(alias: "mine", displayName: "Mine", domains: ["mine.test"]))
    editor.add(other)
    editor.add(
      NewUser(alias: "pat", displayName: "Pat", userPrincipalName: "pat@mail.test", tenant: WellKnown.personalTenant))
    editor.add(NewUser(alias: "zoe", displayName: "Zoe", userPrincipalName: "zoe@second.test", tenant: other.id))
    editor.add(NewUser(alias: "dana", displayName: "Dana", userPrincipalName: "dana@mine.test", tenant: mine))
    editor.add(NewApplication(alias: "theirs", kind: .native, displayName: "Theirs", tenant: other.id))
    editor.add(NewApplication(alias: "site", kind: .web, displayName: "Site"))
    expectEqual(
      Self.names(editor.state),
      [
        "tenant": "mine", "user": "dana", "client": "theirs", "publicApp": "theirs", "webApp": "site", "daemon": "site",
        "api": "site",
      ])
    editor.add(NewApplication(alias: "job", kind: .daemon, displayName: "Job"))
    editor.add(NewApplication(alias: "phone", kind: .native, displayName: "Phone"))
    var api = editor.made(NewApplication(alias: "orders", kind: .web, displayName: "Orders"))
    api.identifierURIs = ["api://orders"]
    editor.state.put(api)
    let parties = PrincipalParties(of: editor.state)
    #expect(parties[.client]?.alias == "phone" && parties[.daemon]?.alias == "job" && parties[.api]?.alias == "orders")
    expectEqual(parties.choices.first { $0.part == .daemon }?.reason, "the first app with a secret and no redirect URI")
  }

  @Test("sign in to a web app where there is no other") func webAlone() {
    var editor = Self.editor(.none)
    editor.add(NewTenant(alias: "mine", displayName: "Mine", domains: ["mine.test"]))
    editor.add(NewApplication(alias: "site", kind: .web, displayName: "Site"))
    expectEqual(PrincipalParties(of: editor.state)[.client]?.alias, "site")
  }
}
