import Policy

/// What a sign-in remembers of a customer between the pages of a user flow of External ID.
struct ExternalProgress: Codable, Sendable {
  /// Under which the store keeps it with a sign-in.
  static let name = "customer"

  /// What the customer's address is proved for.
  var purpose = CodePurpose.signIn
  /// The address, and the code that went there last.
  var address: String?
  var code: SentCode?
  /// Whether the code came back.
  var hasVerifiedAddress = false
  /// The other identity provider that the customer goes to.
  var provider: String?
  /// The name there of somebody who has no account here yet.
  var newcomer: String?
  /// What an API wants the fields of attributes to begin with, by their names.
  var prefilled: [String: String]?
  /// The page of an API that lets the customer not go on.
  var blockTitle: String?
  var blockMessage: String?
}
