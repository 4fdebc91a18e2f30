/// In whose name a page speaks.
package struct Branding: Sendable, Hashable {
  /// The tenant's display name; nil where no tenant is known yet (`common`, an error before the tenant was found).
  package var tenantName: String?
  /// The app that asked for the sign-in, by display name; nil where none is known.
  package var appName: String?

  package init(tenantName: String? = nil, appName: String? = nil) {
    self.tenantName = tenantName
    self.appName = appName
  }

  /// A line that says for which app all this happens, nothing when no app is known.
  var purpose: HTML? {
    appName.map { "<p class=\"purpose\">to continue to <strong>\($0)</strong></p>\n" }
  }
}
