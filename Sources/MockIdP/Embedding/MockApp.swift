import Directory
import Scenarios

/// An app registration of a world.
public struct MockApp: Sendable {
  let world: World
  let id: Application.ID
  public let alias: String

  /// The client id, a GUID; the same in every world.
  public var clientID: String { "\(id)" }

  /// The registered redirect URIs.
  public var redirectURIs: [String] { world.directory.applications[id]?.redirectURIs.map(\.uri) ?? [] }

  /// The client secret that the scenario gives a confidential app; nil for a public one.
  public var secret: String? { world.beginning.secrets[alias] }

  /// Takes away what was consented to, of one user or of everybody: renewals end with AADSTS65001.
  public func withdrawConsent(of user: String? = nil) throws {
    let owner = try user.map { try MockWorld(world, base: "").user($0).id }
    try attempt { _ = try world.withdrawConsent(from: id, of: owner) }
  }

  /// Ends the app's secrets now: AADSTS7000222.
  public func expireSecrets() throws { try attempt { try world.expireSecrets(of: id) } }

  /// Switches the app off: AADSTS7000112.
  public func disable() throws { try attempt { try world.setEnabled(false, application: id) } }

  public func enable() throws { try attempt { try world.setEnabled(true, application: id) } }
}
