/// An account as pages show it.
enum Account {
  /// The line that tells which account the page is for.
  static func line(_ userPrincipalName: String) -> HTML {
    """
    <p class="account"><span class="visually-hidden">Account: </span>\
    <span id="displayName" class="identity" title="\(userPrincipalName)">\(userPrincipalName)</span></p>

    """
  }

  /// The letter in the circle before a name; empty for an empty name.
  static func initial(_ displayName: String) -> String { displayName.first.map { $0.uppercased() } ?? "" }

  /// The user name as a hidden field, as the service's password page has it. Scripts that fill in pages look for its
  /// class, which tells it from the visible field; a browser stores a password with the field marked as `username` in the same form.
  static func hiddenUserName(_ userPrincipalName: String) -> HTML {
    """
    <input type="hidden" id="i0116" name="loginfmt" value="\(userPrincipalName)" \
    autocomplete="username" class="moveOffScreen">

    """
  }
}
