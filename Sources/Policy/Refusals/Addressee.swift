/// Who hears of a refusal at authorize: the person at the browser, on an error page, or the app at its redirect URI.
///
/// The one place that decides it, from the row alone. Before the redirect URI is known to be the app's, nothing may go to
/// it, and the person hears all.
package enum Addressee: Sendable, Hashable {
  case person
  case app

  /// - Parameters:
  ///   - kind: The row. One that the service was seen to send to an app goes to the app; one that it was seen to show goes to
  ///     the person.
  ///   - isSilent: Whether the request has `prompt=none`, where nobody looks at a page.
  package init(of kind: RefusalKind, isSilent: Bool) {
    if isSilent || kind.surfaces.contains(.redirect) {
      self = .app
    } else {
      // A row of neither kind is one that only the token endpoint has, and comes here by a rule.
      self = kind.surfaces.isDisjoint(with: [.page, .inPage]) ? .app : .person
    }
  }
}
