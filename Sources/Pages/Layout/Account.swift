/// An account as pages show it.
enum Account {
  /// The line that tells which account the page is for.
  static func line(_ userPrincipalName: String) -> HTML {
    "<p class=\"account\"><span class=\"visually-hidden\">Account: </span>\(userPrincipalName)</p>\n"
  }

  /// The letter in the circle before a name; empty for an empty name.
  static func initial(_ displayName: String) -> String { displayName.first.map { $0.uppercased() } ?? "" }

  /// The user name as an invisible field, for the server and for password managers: a browser stores a password with
  /// the `username` field of the same form.
  static func hiddenUserName(_ userPrincipalName: String) -> HTML {
    """
    <input type="text" id="i0116" name="loginfmt" value="\(userPrincipalName)" autocomplete="username" readonly hidden>

    """
  }
}
