/// Lists the accounts of this browser. The user picks the one to sign in with, or to sign out of.
///
/// The key of the picked tile is posted as `account`; "Use another account" posts `PageAction.otherAccount`.
package struct AccountPickerPage: Page {
  /// What the user picks an account for. It decides the texts and the page's id.
  package enum Purpose: Sendable {
    case signIn
    case signOut
  }

  /// One account in the list.
  package struct Tile: Sendable, Hashable {
    /// The value that the browser posts when the user picks this account.
    package var key: String
    package var displayName: String
    package var userPrincipalName: String
    /// False when the session of the account has ended; the user then has to enter the password.
    package var isSignedIn: Bool

    package init(key: String, displayName: String, userPrincipalName: String, isSignedIn: Bool) {
      self.key = key
      self.displayName = displayName
      self.userPrincipalName = userPrincipalName
      self.isSignedIn = isSignedIn
    }
  }

  /// The form field with the key of the picked tile.
  package static let fieldName = "account"

  package var branding: Branding
  package var form: PageForm
  package var purpose: Purpose
  /// In the order of the page. Empty shows "Use another account" only.
  package var tiles: [Tile]
  /// Whether the page has a "Cancel" button (`PageAction.cancel`).
  package var canCancel: Bool

  package init(
    branding: Branding, form: PageForm, purpose: Purpose = .signIn, tiles: [Tile], canCancel: Bool = false
  ) {
    self.branding = branding
    self.form = form
    self.purpose = purpose
    self.tiles = tiles
    self.canCancel = canCancel
  }

  package var pageID: PageID {
    switch purpose {
    case .signIn: .signIn
    case .signOut: .signOut
    }
  }

  package func html(_ config: PageConfig) -> [UInt8] {
    let choices: HTML = """
      <ul class="tiles" id="tilesHolder">
      \(tiles.enumerated().map { Self.item($1, autofocus: $0 == 0) })\(Self.otherAccount, if: purpose == .signIn)</ul>
      \(Button.row(Button.back("Cancel", .cancel)), if: canCancel)
      """
    switch purpose {
    case .signIn:
      return PageLayout(config: config, pageID: pageID, title: "Sign in to your account", branding: branding).enclosing(
        """
        <h1 id="loginHeader">Pick an account</h1>
        \(branding.purpose)\(form.enclosing(choices))
        """)
    case .signOut:
      return PageLayout(config: config, pageID: pageID, title: "Sign out", branding: branding).enclosing(
        """
        <h1 id="loginHeader">Pick an account</h1>
        <p>Which account do you want to sign out of?</p>
        \(form.enclosing(choices))
        """)
    }
  }

  private static func item(_ tile: Tile, autofocus: Bool) -> HTML {
    """
    <li class="row tile-container"><button type="submit" class="tile table" role="button" name="account" \
    value="\(tile.key)" data-test-id="\(tile.userPrincipalName.lowercased())"\(" autofocus", if: autofocus)>\
    <span class="avatar" aria-hidden="true">\(Account.initial(tile.displayName))</span>\
    <span class="who table-row"><span class="name">\(tile.displayName)</span> <span>\(tile.userPrincipalName)</span> \
    <span>\(tile.isSignedIn ? "Signed in" : "Signed out")</span></span></button></li>

    """
  }

  private static let otherAccount: HTML = """
    <li><button type="submit" class="tile" id="otherTile" name="action" value="\(PageAction.otherAccount.rawValue)">\
    <span class="avatar" aria-hidden="true">+</span><span class="who"><span class="name" id="otherTileText">Use another account</span></span>\
    </button></li>

    """
}
