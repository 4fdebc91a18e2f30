/// The ways that a page for customers offers beside its main one.
package struct CustomerChoices: Sendable {
  /// Choices that look like links.
  package var links: [CustomerPage.Choice] = []
  /// The other identity providers.
  package var providers: [CustomerPage.Choice] = []

  package init(links: [CustomerPage.Choice] = [], providers: [CustomerPage.Choice] = []) {
    self.links = links
    self.providers = providers
  }

  var html: HTML? {
    guard !links.isEmpty || !providers.isEmpty else { return nil }
    return "\(links.map(Self.link))\(others)"
  }

  private var others: HTML? {
    guard !providers.isEmpty else { return nil }
    return """
      <p class="quiet">Or with another account</p>
      \(Button.row("\(providers.map(Self.button))"))
      """
  }

  static func button(_ choice: CustomerPage.Choice) -> HTML {
    """
    <button type="submit" id="\(choice.id)" class="button" name="action" value="\(choice.value)">\(choice.label)</button>

    """
  }

  private static func link(_ choice: CustomerPage.Choice) -> HTML {
    """
    <p><button type="submit" id="\(choice.id)" class="link" name="action" value="\(choice.value)">\(choice.label)</button></p>

    """
  }
}
