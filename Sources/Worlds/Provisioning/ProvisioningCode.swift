import Bytes

/// A word of the provisioning service's logs that says why an entry failed or was skipped, or why a job stands still (Microsoft: "Provisioning
/// logs"): one row for each that this program gives. Code gives the rows, `explain` tells them, and the page on provisioning prints them.
package struct ProvisioningCode: Sendable, Hashable {
  /// As the logs have it: `InvalidAnchor`.
  package let name: String
  /// What leads to it.
  package let cause: String
  /// What the service does then.
  package let effect: String
  package let remedy: String
  /// How sure the row is.
  package let known: Known

  package enum Known: String, Sendable {
    /// In logs that people have shown.
    case observed
    case documented
  }

  private init(_ name: String, _ known: Known, cause: String, effect: String, remedy: String) {
    (self.name, self.known, self.cause, self.effect, self.remedy) = (name, known, cause, effect, remedy)
  }

  /// Those of entries and cycles that failed, those of entries that were skipped, and those of quarantines.
  package static let all = failures + skips + quarantines

  /// Those that an answer of Graph may have, too.
  package static let failures: [ProvisioningCode] = [
    credentialsMissing, invalidDomain, credentialValidationFailure, credentialValidationUnavailable, invalidCredentials,
    serviceIncompatible, serviceIncompatibleFiltering, multipleEntriesInResponse, invalidAnchor, unauthorized,
    insufficientRights, methodNotAllowed, unprocessableEntity, tooManyRequests, internalServerError, notImplemented,
    webExceptionProtocolError, timeout, internalError, tooManyDeletes,
  ]

  private static let skips = [redundantExport, notEffectivelyEntitled]
  private static let quarantines = [quarantineException, escrowShare, baseEscrows, totalEscrows]

  /// The row of that name; nil when there is none.
  package static func named(_ name: String) -> ProvisioningCode? { all.first { $0.name == name } }

  /// The row whose name a text begins with, as a line of the log does: `InvalidAnchor: …`. Nil when it begins otherwise.
  package static func beginning(_ text: String) -> ProvisioningCode? {
    named(String(ASCII.trimmed(text).prefix { $0.isLetter }))
  }

  private static let family = "SystemForCrossDomainIdentityManagement"
  private static let again =
    "The entry fails. It is tried in the next cycle, then 6, 12 and 24 hours after the first time, then daily for four weeks."
  private static let quarantine =
    "Quarantine at once: the next try comes after 5 minutes, then after 40, 80 and so on up to a day. After four weeks the job is off."
  /// Of what an entry and the first question of a cycle may meet.
  private static let either = again + " At the first question of a cycle it is a quarantine at once."
}

// MARK: The connection

extension ProvisioningCode {
  package static let credentialsMissing = Self(
    "CredentialsMissing", .observed, cause: "The app has no tenant URL, or belongs to no tenant.", effect: quarantine,
    remedy: "Give the app's 'provisioning' a tenantUrl, or PUT BaseAddress into the job's secrets.")

  package static let invalidDomain = Self(
    "InvalidDomain", .documented, cause: "The tenant URL is not an address that can be asked.", effect: quarantine,
    remedy: "Write an address of http or https with a host, such as http://localhost:5001/scim.")

  package static let credentialValidationFailure = Self(
    family + "CredentialValidationFailure", .observed,
    cause: "The first question of a cycle was answered with 401, 403 or a page for people.", effect: quarantine,
    remedy: "Let the SCIM server take the secret token as Bearer, and answer at the tenant URL without a sign-in page.")

  package static let credentialValidationUnavailable = Self(
    family + "CredentialValidationUnavailable", .observed,
    cause: "The token endpoint of clientCredentials gave no answer.", effect: quarantine,
    remedy: "Start what listens at tokenEndpoint, or correct the address.")

  package static let invalidCredentials = Self(
    family + "InvalidCredentials", .documented,
    cause: "The token endpoint of clientCredentials answered without an access token.", effect: quarantine,
    remedy: "Correct clientId and clientSecret, and where sentIn puts them.")
}

// MARK: Answers of the app

extension ProvisioningCode {
  package static let serviceIncompatible = Self(
    family + "ServiceIncompatible", .observed,
    cause:
      "The answer is not what SCIM has: 400 to a change, no ListResponse to a filter, a resource without 'id', or "
      + "404 to the first question.",
    effect: either,
    remedy:
      "Read the request and the answer in the message. 'mockidp provision check URL' asks the server the same and "
      + "says what is wrong.")

  package static let serviceIncompatibleFiltering = Self(
    family + "ServiceIncompatibleFiltering", .observed,
    cause: "A creation or a change was answered with 409: the app has such an object, and the filter did not find it.",
    effect: again + " Each try begins with the filter again.",
    remedy:
      "Let the filter by the matching attribute find every object that the uniqueness of the app counts, whatever "
      + "the case of its letters.")

  package static let multipleEntriesInResponse = Self(
    family + "MultipleEntriesInResponse", .documented,
    cause: "The filter by a matching attribute found more than one object.", effect: again + " Nothing is written.",
    remedy:
      "Make the attribute unique in the app, or give 'matching' to one that is. A filter that the server leaves "
      + "out finds everybody.")

  package static let invalidAnchor = Self(
    "InvalidAnchor", .documented,
    cause:
      "A request of an entry was answered with 404: the app does not have an object that is linked, or serves nothing "
      + "at that address.",
    effect: again + " Only a restart looks for the object by its filter again.",
    remedy: "Keep ids as long as the objects live. After a loss restart with ConnectorDataStore or Full.")

  package static let unauthorized = Self(
    "Unauthorized", .documented, cause: "A request of an entry was answered with 401.", effect: again,
    remedy: "Let the token count for every call, and as long as a cycle takes.")

  package static let insufficientRights = Self(
    "InsufficientRights", .documented, cause: "A request of an entry was answered with 403.", effect: again,
    remedy: "Let the token's owner read, create and change users and groups in the app.")

  package static let methodNotAllowed = Self(
    "MethodNotAllowed", .documented, cause: "A request of an entry was answered with 405.", effect: either,
    remedy: "Serve PATCH for users and groups: the service never sends PUT.")

  package static let unprocessableEntity = Self(
    "UnprocessableEntity", .documented, cause: "A request of an entry was answered with 422.", effect: either,
    remedy:
      "Read the answer in the message: the app wants a value that the mapping does not send, or another form of "
      + "it.")

  package static let tooManyRequests = Self(
    "TooManyRequests", .documented, cause: "A request of an entry was answered with 429.",
    effect: again + " With a Retry-After of up to five minutes the rest of the cycle waits for it.",
    remedy: "Take 25 requests a second, or say in Retry-After when to go on.")

  package static let internalServerError = Self(
    "InternalServerError", .documented, cause: "A request of an entry was answered with 500.", effect: either,
    remedy: "Read the app's own log at the time of the entry.")

  package static let notImplemented = Self(
    "NotImplemented", .documented, cause: "A request of an entry was answered with 501.", effect: either,
    remedy: "Serve the request, or take the row out of the mapping that leads to it.")

  package static let webExceptionProtocolError = Self(
    "WebExceptionProtocolError", .documented,
    cause:
      "Nobody listens, TLS fails, the connection breaks, a redirect leads nowhere, or the answer is another 5xx "
      + "than 500 and 501.",
    effect: either,
    remedy: "Start the app at the tenant URL. An authority of its own is named by 'mockidp serve --product-ca FILE'.")

  package static let timeout = Self(
    "Timeout", .documented, cause: "The app did not answer as a whole within 30 seconds.",
    effect: either,
    remedy: "Answer sooner, and do long work behind the answer.")
}

// MARK: The service itself

extension ProvisioningCode {
  package static let internalError = Self(
    "InternalError", .documented,
    cause: "A matching value has a quote or a backslash, which no filter can have, or something failed in this server.",
    effect: "The entry fails, and nothing is sent.",
    remedy: "Change the value, or give 'matching' to another attribute. The message says what failed.")

  package static let tooManyDeletes = Self(
    ProvisioningQuarantine.Reason.tooManyDeletes.rawValue, .documented,
    cause: "A cycle would disable or delete as many as accidentalDeletions says.",
    effect: "Quarantine: nothing is sent, and the entries are logged as stagedDelete.",
    remedy: "Restart with ForceDeletes to let them go, or bring the users and groups back and restart.")

  package static let redundantExport = Self(
    "RedundantExport", .observed, cause: "The app has every value already.", effect: "The entry is skipped.",
    remedy: "Nothing has to be done.")

  package static let notEffectivelyEntitled = Self(
    "NotEffectivelyEntitled", .observed,
    cause: "The object is out of scope, or an action is off that it would take.", effect: "The entry is skipped.",
    remedy: "The reasons of the entry say which: give the user the app, or look at scope, scopingFilters and actions.")
}

// MARK: Why a job stands still

extension ProvisioningCode {
  private static let quarantineException = Self(
    ProvisioningQuarantine.Reason.exception.rawValue, .documented,
    cause:
      "A cycle failed as a whole: the app did not answer the first question as SCIM has it, or nobody gave a token.",
    effect: quarantine, remedy: "The code beside it says what failed. The first try that succeeds ends the quarantine.")

  private static let escrowShare = Self(
    ProvisioningQuarantine.Reason.share.rawValue, .documented,
    cause: "At least 5,000 entries failed and more than 40 percent of all; 'quarantine' of the app says other figures.",
    effect: quarantine, remedy: "Mend what the failed entries have in common, then restart with Escrows.")

  private static let baseEscrows = Self(
    ProvisioningQuarantine.Reason.base.rawValue, .documented,
    cause: "More than 40,000 entries failed, without those of managers and members.", effect: quarantine,
    remedy: "Mend what the failed entries have in common, then restart with Escrows.")

  private static let totalEscrows = Self(
    ProvisioningQuarantine.Reason.total.rawValue, .documented,
    cause: "More than 60,000 entries failed, with those of managers and members.", effect: quarantine,
    remedy: "Mend what the failed entries have in common, then restart with Escrows.")
}
