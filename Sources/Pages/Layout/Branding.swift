/// The names of the tenant and the app on a page.
package struct Branding: Sendable, Hashable {
  /// The tenant's display name. Nil when the tenant is not known yet (`common`, or an error before the tenant was
  /// found); the page then shows `mockidp`.
  package var tenantName: String?
  /// The display name of the app that asked for the sign-in; nil when it is not known.
  package var appName: String?

  package init(tenantName: String? = nil, appName: String? = nil) {
    self.tenantName = tenantName
    self.appName = appName
  }

  /// The line that names the app; nil when no app is known.
  var purpose: HTML? {
    appName.map { "<p class=\"purpose\">to continue to <strong>\($0)</strong></p>\n" }
  }
}
