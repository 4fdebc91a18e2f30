/// Where the certificate authority and the signing keys of a user are kept.
package enum HomeDirectory {
  /// `MOCKIDP_HOME`, else `XDG_DATA_HOME/mockidp`, else `~/.local/share/mockidp`. A user without a home directory
  /// gets `/tmp/mockidp`. An empty variable counts as not set.
  package static func resolve(environment: [String: String]) -> String {
    func value(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }
    if let home = value("MOCKIDP_HOME") { return home }
    if let data = value("XDG_DATA_HOME") { return data + "/mockidp" }
    if let home = value("HOME") { return home + "/.local/share/mockidp" }
    return "/tmp/mockidp"
  }
}
