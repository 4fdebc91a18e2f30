import Directory
import HTTPWire
import JSON
import Scenarios
import Testing
import Worlds

@testable import Graph

/// Graph's properties of users, as far as they are words of files.
@Suite struct UserPropertyTests {
  /// A word that Graph has as a property, under Microsoft's name.
  struct Row: CustomTestStringConvertible {
    let word: Word<User>
    let property: UserProperty
    var testDescription: String { property.name }
  }

  static let rows = User.words.flatMap { word in
    word.names.compactMap { name in
      UserProperty.named(name).flatMap { $0.set == nil ? nil : Row(word: word, property: $0) }
    }
  }

  @Test func theNamesAreMicrosofts() {
    #expect(
      Set(Self.rows.map(\.property.name)).isSuperset(of: [
        "accountEnabled", "businessPhones", "displayName", "givenName", "jobTitle", "mail", "mobilePhone",
        "officeLocation", "preferredLanguage", "surname",
      ]))
  }

  @Test(arguments: rows)
  func aWordIsReadAndChangedThroughGraph(_ row: Row) throws {
    let bench = try Bench()
    let token = try bench.token("User.ReadWrite.All", of: "bob")
    let name = row.property.name
    let alice = try bench.user("alice")
    let view = UserView(user: alice, tenant: try Bench.found(bench.world.directory.tenants[alice.tenant]))
    let new: JSONValue =
      switch row.property.value(view) {
      case .bool(let bool): .bool(!bool)
      case .array: ["one", "two"]
      default: "other@contoso.com"
      }
    let path = "/v1.0/users/alice@contoso.onmicrosoft.com"
    let body = #"{"\#(name)":\#(new.text)}"#
    #expect(try bench.call(path, method: "PATCH", authorization: token, body: body).response.status == 204)
    let shown = try bench.call(path, query: "$select=\(name)", authorization: token).response.json()
    #expect(shown[name] == new)
    #expect(row.word.property?.value(try bench.user("alice")) == new)
    #expect(
      try bench.call(path, method: "PATCH", authorization: token, body: #"{"\#(name)":5}"#).response.status == 400)
    #expect(row.word.property?.value(try bench.user("alice")) == new)
  }

  /// A property that no word has stays null, and `$filter` refuses it as the rest of them.
  @Test func aNameWithoutAWordIsNull() throws {
    let property = try Bench.found(UserProperty.named("showInAddressList"))
    #expect(!property.isKnown)
    #expect(property.set == nil)
  }
}
