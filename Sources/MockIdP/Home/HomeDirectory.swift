import Platform

/// Where the certificate authority and the signing keys of a user are kept.
package enum HomeDirectory {
  /// Stands for a home directory that there is not. No file can be below it.
  static let none = "/dev/null/mockidp"

  /// `MOCKIDP_HOME`, else `XDG_DATA_HOME/mockidp`, else `~/.local/share/mockidp`. Without `HOME` the user's home directory
  /// is the one in the system's list of accounts. A user who has none gets no directory: a fixed name in a directory that
  /// all users share would let another user plant an authority there. An empty variable counts as not set.
  package static func resolve(environment: [String: String]) -> String {
    func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    if let home = value("MOCKIDP_HOME") { return home }
    if let data = value("XDG_DATA_HOME") { return data + "/mockidp" }
    guard let home = value("HOME") ?? home(of: getuid(), accounts: accounts()) else { return none }
    return home + "/.local/share/mockidp"
  }

  /// Refuses a path below a home directory that there is not, in the words for a user who has none.
  package static func checkThereIsOne(at path: String) throws(StartError) {
    guard path.hasPrefix(none) else { return }
    throw StartError("this user has no home directory; name a directory of its own in MOCKIDP_HOME")
  }

  /// The authority's certificate in a home directory as PEM. Nil when there is none.
  ///
  /// - Throws: `StartError` when another user could have planted it.
  package static func certificateAuthority(in directory: String) throws(StartError) -> String? {
    try Ownership.check(directory: directory)
    return try Files.read(directory + "/ca.pem", isTrusted: true).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The home directory of a user in the text of `/etc/passwd`. Nil for an unknown user, and for one whose home
  /// directory is empty or the root directory.
  ///
  /// The static executable cannot ask the system's library, which would load others.
  static func home(of user: uid_t, accounts: String) -> String? {
    for line in accounts.split(separator: "\n") {
      let parts = line.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count >= 6, parts[2] == "\(user)" else { continue }
      return parts[5].hasPrefix("/") && parts[5] != "/" ? String(parts[5]) : nil
    }
    return nil
  }

  private static func accounts() -> String {
    ((try? Files.read("/etc/passwd")) ?? nil).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
