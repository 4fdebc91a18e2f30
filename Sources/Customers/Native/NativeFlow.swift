import Directory
import JSON
import Policy

/// What the store keeps of a sign-in, a sign-up or a reset by the native authentication API between two calls.
struct NativeFlow: Codable, Sendable {
  var step: NativeStep
  /// Of the newest continuation token.
  var serial = ""
  /// Of older ones that only asked for a code: they may do so again.
  var spent: [String] = []
  let client: Application.ID
  let tenant: Tenant.ID
  /// The address that the customer gave.
  var userName: String
  /// The customer; nil before there is an account.
  var account: User.ID?
  var offered: ChallengeTypes
  var capabilities: NativeCapabilities
  /// The code that was sent last.
  var code: SentCode?
  /// What is proved so far, as `amr` names it.
  var methods: [String] = []
  /// Whether a code of this sign-up has proved the address.
  var hasVerifiedAddress = false
  /// Of a sign-up, before there is an account.
  var password: SecretDigest?
  var attributes: [String: String] = [:]
  /// Whether the API of the user flow was asked what attributes begin with.
  var isPrefilled = false
  /// Of a reset, before it is carried out.
  var newPassword: SecretDigest?
  /// How often the client has asked what became of it.
  var polls = 0

  init(
    _ step: NativeStep, client: Application.ID, tenant: Tenant.ID, userName: String, offered: ChallengeTypes,
    capabilities: NativeCapabilities
  ) {
    self.step = step
    self.client = client
    self.tenant = tenant
    self.userName = userName
    self.offered = offered
    self.capabilities = capabilities
  }

  /// The JSON text that the store keeps.
  var document: String {
    get throws { try JSONCoding.encode(self).text }
  }

  /// - Throws: an error when a stored text is not a sign-in of this version.
  init(document: String) throws {
    self = try JSONCoding.decode(NativeFlow.self, from: JSONValue.parse(document))
  }
}

extension NativeFlow {
  mutating func take(_ change: (inout NativeFlow) -> Void) { change(&self) }
}
