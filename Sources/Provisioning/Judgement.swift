import HTTPWire
import SCIM
import Time
import Worlds

/// What the service makes of answers, in the words of its logs.
enum Judgement {
  /// Why a probe is not an empty list; nil when it is one.
  static func probe(_ answer: SCIMAnswer) -> ProvisioningFault? {
    switch answer.status {
    case 401, 403:
      return ProvisioningFault(
        .credentialValidationFailure,
        "While attempting to validate our authorization to access your application, we received this unexpected response: "
          + "\(answer.status) \(shown(answer))", status: answer.status)
    case 404:
      return ProvisioningFault(.serviceIncompatible, notFound, status: 404)
    default: break
    }
    if answer.isHTML {
      return ProvisioningFault(
        .credentialValidationFailure,
        "While attempting to validate our authorization to access your application, we received this unexpected response: "
          + shown(answer), status: answer.status)
    }
    do throws(SCIMReadError) {
      _ = try answer.list()
      return nil
    } catch { return unreadable(error, answer) }
  }

  private static let notFound =
    "An HTTP/404 Not Found response was returned rather than the expected HTTP/200 OK response. To address this issue, ensure that the "
    + "tenant URL is correct. The tenant URL is usually in a format like: https://<>/scim. If this does not resolve the issue, contact the "
    + "application developer to ensure their SCIM endpoint conforms with the protocol https://tools.ietf.org/html/rfc7644#section-3.4.2"

  /// What an answer that cannot be read as what it should be comes to.
  static func unreadable(_ error: SCIMReadError, _ answer: SCIMAnswer) -> ProvisioningFault {
    if case .status(let status) = error { return refused(status, answer, isWrite: false) }
    return ProvisioningFault(
      .serviceIncompatible,
      "We are not able to deserialize the resource received from your SCIM endpoint because your SCIM endpoint is not fully compatible "
        + "with the Azure Active Directory SCIM client. Here is the resource we received from your SCIM endpoint: \(shown(answer))",
      status: answer.status)
  }

  /// What several resources for one matching value come to.
  static func ambiguous(_ count: Int) -> ProvisioningFault {
    ProvisioningFault(
      .multipleEntriesInResponse,
      "The filter was answered with \(count) resources, and one is what it should find.", status: 200)
  }

  /// A matching value that cannot stand in a filter.
  static func unsupported(_ value: String) -> ProvisioningFault {
    ProvisioningFault(
      .internalError, "The matching value '\(value)' has a quote or a backslash, which no filter can have.")
  }

  /// The codes of statuses (Microsoft: "Provisioning error codes").
  private static let codes: [Int: ProvisioningCode] = [
    401: .unauthorized, 403: .insufficientRights, 404: .invalidAnchor, 405: .methodNotAllowed,
    409: .serviceIncompatibleFiltering, 422: .unprocessableEntity, 429: .tooManyRequests, 500: .internalServerError,
    501: .notImplemented,
  ]

  private static let names: [Int: String] = [
    400: "BadRequest", 401: "Unauthorized", 403: "Forbidden", 404: "NotFound", 405: "MethodNotAllowed", 409: "Conflict",
    422: "UnprocessableEntity", 429: "TooManyRequests", 500: "InternalServerError", 501: "NotImplemented",
    502: "BadGateway", 503: "ServiceUnavailable", 504: "GatewayTimeout",
  ]

  /// What a refused request of an entry comes to.
  static func refused(_ status: Int, _ answer: SCIMAnswer, isWrite: Bool) -> ProvisioningFault {
    let code = codes[status] ?? (status >= 500 ? .webExceptionProtocolError : .serviceIncompatible)
    let name = names[status] ?? "\(status)"
    if !isWrite, status == 404 { return ProvisioningFault(.invalidAnchor, notFound, status: 404) }
    return ProvisioningFault(
      code,
      "StatusCode: \(name) Message: Processing of the HTTP request resulted in an exception. Please see the HTTP response returned by the "
        + "'Response' property of this exception for details. Web Response: \(shown(answer)).", status: status)
  }

  /// A write that was answered without an id.
  static func withoutID(_ answer: SCIMAnswer) -> ProvisioningFault {
    ProvisioningFault(
      .serviceIncompatible,
      "The answer to the creation has no 'id', so the object cannot be linked: \(shown(answer))",
      status: answer.status)
  }

  /// What no answer at all comes to.
  static func silent(_ failure: SCIMFailure) -> ProvisioningFault {
    ProvisioningFault(failure.kind == .timeout ? .timeout : .webExceptionProtocolError, failure.description)
  }

  /// How often and when an entry is tried again, as the service's texts end.
  static func retrying(_ fault: ProvisioningFault, _ escrow: ProvisioningJob.Escrow) -> ProvisioningFault {
    guard fault.message.hasPrefix("StatusCode:") else { return fault }
    var fault = fault
    fault.message += " This operation was retried \(escrow.attempts - 1) times. "
    fault.message +=
      escrow.isGivenUp
      ? "It will not be retried again before the object changes, or the job is restarted."
      : "It will be retried again after this date: \(UnixTime(ticks: escrow.nextAttempt).iso8601Ticks) UTC"
    return fault
  }

  /// At most so much of an answer is told.
  private static let longest = 1_000

  private static func shown(_ answer: SCIMAnswer) -> String {
    let text = answer.text
    return text.count <= longest ? text : String(text.prefix(longest)) + "…"
  }

  /// How long the app wants the rest of the cycle put off; nil for no such wish, and for one of more than five minutes.
  static func pause(_ answer: SCIMAnswer) -> Duration? {
    guard answer.status == 429, let text = answer.fields["Retry-After"], let seconds = Int64(text), seconds > 0,
      seconds <= 300
    else { return nil }
    return .seconds(seconds)
  }
}
