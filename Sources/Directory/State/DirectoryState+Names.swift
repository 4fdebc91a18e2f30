import Bytes

extension DirectoryState {
  /// A short name for a new user that no other user has: `wanted` with `-` in the place of each sign that command lines and URLs would
  /// have to escape, and with a number behind it when another user has that name.
  package func freeUserAlias(like wanted: String) -> String {
    Self.free(like: wanted, userNumbers) { user(named: $0) != nil }
  }

  /// A short name that no group has: the wanted one, or with a number behind it. Characters that a short name cannot
  /// have become hyphens.
  package func freeGroupAlias(like wanted: String) -> String {
    Self.free(like: wanted, groupNumbers) { group(named: $0) != nil }
  }

  /// A short name that no app has: the wanted one, or with a number behind it. Characters that a short name cannot have become
  /// hyphens.
  package func freeApplicationAlias(like wanted: String) -> String {
    let name = Self.shortName(wanted)
    // An app's name must not look like an id: names are looked up as ids first.
    return Self.free(like: GUID(name) == nil ? name : "app-" + name, applicationNumbers) {
      application(named: $0) != nil
    }
  }

  private static func shortName(_ wanted: String) -> String {
    String(
      wanted.unicodeScalars.map { scalar in
        scalar.isASCII && ShortName.admits(UInt8(scalar.value)) ? Character(scalar) : "-"
      })
  }

  private static func free(like wanted: String, _ numbers: TakenNumbers, _ isTaken: (String) -> Bool) -> String {
    let name = shortName(wanted)
    guard isTaken(name) else { return name }
    var number = numbers.first(behind: ASCII.lowercased(name))
    while isTaken(TakenNumbers.name(name, number)) { number += 1 }
    return TakenNumbers.name(name, number)
  }

  /// The stored app whose registration has that object id. Nil when none has it.
  package func application(object id: Identifier<ApplicationObject>) -> Application? {
    applicationsByObject[id].flatMap { applications[$0] }
  }

  /// The account behind a user object: the home object of a guest if it is known, else the object itself.
  package func account(of user: User) -> User { user.home.flatMap { users[$0.user] } ?? user }

  package var tenantsInOrder: [Tenant] { tenantOrder.compactMap { tenants[$0] } }

  /// The app of that client id, or the one that stands in its place. Nil when there is neither.
  package func application(orSuccessorOf id: Application.ID) -> Application? {
    applications[id] ?? applications.successor(of: id)
  }

  /// The policy of that name; ASCII case does not count.
  package func policy(named name: String) -> AccessPolicy? {
    policies.values.first { ASCII.equalIgnoringCase($0.name, name) }
  }
}

extension AccessPolicy.ID {
  /// The id of a policy that a scenario file defines by its name. It is the same in every run.
  package static func named(_ name: String) -> Self { Self(SeededDirectory.derived("policy", name)) }
}

/// The short names that people type: they stand on command lines, in URLs and as keys of files.
package enum ShortName {
  /// Whether a short name may have that sign: a letter, a digit, `-`, `.` or `_`.
  package static func admits(_ byte: UInt8) -> Bool {
    ASCII.isAlphanumeric(byte) || byte == 0x2D || byte == 0x2E || byte == 0x5F
  }
}

extension DirectoryState {
  /// Whether an answer may wait for a server that an app or a user flow names.
  package var callsOthers: Bool { applications.claimsProviders > 0 || tenantsInOrder.contains(where: \.callsOthers) }

  /// Whether a tenant that is not its own has invited the account.
  package func isGuestSomewhere(_ account: User) -> Bool {
    tenantsInOrder.contains { $0.id != account.tenant && user(forAccount: account, in: $0.id) != nil }
  }
}
