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

  /// Withdraws the consent of one user, or everybody's: renewals end with AADSTS65001.
  public func withdrawConsent(of user: String? = nil) throws {
    let owner = try user.map { try MockWorld(world, base: "").user($0).id }
    try perform(WithdrawConsentAction(from: .id(id), of: owner.map { .id($0) }))
  }

  /// Ends the app's secrets now: AADSTS7000222.
  public func expireSecrets() throws { try perform(ExpireSecretsAction(of: .id(id))) }

  /// Switches the app off: AADSTS7000112.
  public func disable() throws { try perform(SetAppEnabledAction(.id(id), isEnabled: false)) }

  /// Switches the app on again.
  public func enable() throws { try perform(SetAppEnabledAction(.id(id), isEnabled: true)) }

  private func perform(_ action: some WorldAction) throws { try attempt { _ = try world.perform(action) } }
}
