import Directory
import Worlds

/// An app registration of a world, as its administrator sees it. Each change acts on the next request of the app.
public struct MockApp: Sendable {
  let world: World
  let id: Application.ID
  /// The app's name in the scenario, such as `mobile`.
  public let alias: String

  /// The client id, a GUID; the same in every world.
  public var clientID: String { "\(id)" }

  /// The registered redirect URIs of all platforms, as they are now.
  public var redirectURIs: [String] { world.directory.applications[id]?.redirectURIs.map(\.uri) ?? [] }

  /// The client secret that the scenario gives a confidential app; nil for a public app. It stays the same after
  /// ``expireSecrets()``.
  public var secret: String? { world.beginning.secrets[alias] }

  /// Withdraws the consent to this app. When the app uses a refresh token, the server refuses it with AADSTS65001.
  ///
  /// - Parameter user: alias, sign-in name or object id of the user whose consent is withdrawn; nil withdraws all
  ///   consents.
  /// - Throws: ``MockIdPError`` when there is no such user.
  public func withdrawConsent(of user: String? = nil) throws {
    let owner = try user.map { try MockWorld(world, base: "").user($0).id }
    try perform(WithdrawConsentAction(from: .id(id), of: owner.map { .id($0) }))
  }

  /// Lets the app's secrets expire now: the token endpoint refuses them with AADSTS7000222.
  ///
  /// - Throws: ``MockIdPError``.
  public func expireSecrets() throws { try perform(ExpireSecretsAction(of: .id(id))) }

  /// Disables the app: the server refuses its requests with AADSTS7000112.
  ///
  /// - Throws: ``MockIdPError``.
  public func disable() throws { try perform(SetAppEnabledAction(.id(id), isEnabled: false)) }

  /// Enables the app again.
  ///
  /// - Throws: ``MockIdPError``.
  public func enable() throws { try perform(SetAppEnabledAction(.id(id), isEnabled: true)) }

  private func perform(_ action: some WorldAction) throws { try attempt { _ = try world.perform(action) } }
}
