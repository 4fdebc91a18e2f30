package import Directory

/// Switches an app or an API off or on, with its service principals in every tenant.
package struct SetAppEnabledAction: WorldAction {
  /// Nil: the app of the exchange.
  package let application: ObjectName<Application>?
  /// True switches them on.
  package let isEnabled: Bool

  /// Switches that app or API on or off.
  package init(_ application: ObjectName<Application>?, isEnabled: Bool) {
    self.application = application
    self.isEnabled = isEnabled
  }

  package var summary: String { (isEnabled ? "enable the app" : "disable the app") + application.phrase() }

  package func perform(in world: World, for parties: Parties) throws {
    try world.edit { editor in
      try editor.setEnabled(isEnabled, parties.application(application, in: editor.state).id)
    }
  }
}
