/// An account as pages show it.
enum Account {
  /// The line that says whose turn it is.
  static func line(_ userPrincipalName: String) -> HTML {
    "<p class=\"account\"><span class=\"visually-hidden\">Account: </span>\(userPrincipalName)</p>\n"
  }

  /// What stands for a name in the round before it.
  static func initial(_ displayName: String) -> String { displayName.first.map { $0.uppercased() } ?? "" }

  /// The user name for password managers and for the server, out of sight: browsers file a new or entered password under
  /// the `username` field of the same form.
  static func hiddenUserName(_ userPrincipalName: String) -> HTML {
    """
    <input type="text" id="i0116" name="loginfmt" value="\(userPrincipalName)" autocomplete="username" readonly hidden>

    """
  }
}
