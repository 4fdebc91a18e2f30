package import Directory

/// Moves an app that signs in as itself out of the places that its tenant trusts, or back. Microsoft Graph answers its tokens with a claims
/// challenge where the client declared `cp1`, and it gets no new ones until it is back.
package struct MoveAppAction: WorldAction {
  package let application: ObjectName<Application>
  /// Whether the app is back in a trusted place.
  package let isTrusted: Bool

  package init(_ application: ObjectName<Application>, isTrusted: Bool = false) {
    self.application = application
    self.isTrusted = isTrusted
  }

  package var summary: String {
    "move '\(application)'" + (isTrusted ? " to a trusted location" : " out of trusted locations")
  }

  package var isTraced: Bool { false }

  package func perform(in world: World, for parties: Parties) throws {
    world.outdated.move(try parties.application(application, in: world.directory).id, isTrusted: isTrusted)
  }
}
