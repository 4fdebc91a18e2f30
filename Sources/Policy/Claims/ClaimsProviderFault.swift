import Bytes

/// Why a custom claims provider gave no claims: a row of the sign-in log's error codes (Microsoft: "Troubleshoot your custom
/// authentication extension"), and what was found. The client is told AADSTS1100001 alone.
package struct ClaimsProviderFault: Error, Sendable, Hashable, CustomStringConvertible {
  /// The code and the name of the sign-in log.
  package enum Code: Int, Sendable, CaseIterable {
    case unexpected = 1_003_001
    case invalidHTTPStatus = 1_003_002
    case invalidResponseBody = 1_003_003
    case timedOut = 1_003_005
    case invalidResponseContentType = 1_003_006
    case nullClaims = 1_003_007
    case emptyResponse = 1_003_009
    case invalidNumberOfActions = 1_003_010
    case notFound = 1_003_011
    case invalidActionType = 1_003_012
    case incorrectResourceIDFormat = 1_003_014
    case domainNameDoesNotMatch = 1_003_015
    case resourceServicePrincipalNotFound = 1_003_016
    case resourceServicePrincipalDisabled = 1_003_019
    case incorrectTargetURLFormat = 1_003_020
    case permissionNotGranted = 1_003_021
    case responseSizeExceeded = 1_003_024
    case responseClaimsSizeExceeded = 1_003_025
    case emptyClaimKey = 1_003_026
    case connectionError = 1_003_027

    /// The name beside the code, as the sign-in log has it.
    package var name: String {
      switch self {
      case .unexpected: "CustomExtensionUnexpectedError"
      case .invalidHTTPStatus: "CustomExtensionInvalidHTTPStatus"
      case .invalidResponseBody: "CustomExtensionInvalidResponseBody"
      case .timedOut: "CustomExtensionTimedOut"
      case .invalidResponseContentType: "CustomExtensionInvalidResponseContentType"
      case .nullClaims: "CustomExtensionNullClaimsResponse"
      case .emptyResponse: "CustomExtensionEmptyResponse"
      case .invalidNumberOfActions: "CustomExtensionInvalidNumberOfActions"
      case .notFound: "CustomExtensionNotFound"
      case .invalidActionType: "CustomExtensionInvalidActionType"
      case .incorrectResourceIDFormat: "CustomExtensionIncorrectResourceIdFormat"
      case .domainNameDoesNotMatch: "CustomExtensionDomainNameDoesNotMatch"
      case .resourceServicePrincipalNotFound: "CustomExtensionResourceServicePrincipalNotFound"
      case .resourceServicePrincipalDisabled: "CustomExtensionResourceServicePrincipalDisabled"
      case .incorrectTargetURLFormat: "CustomExtensionIncorrectTargetUrlFormat"
      case .permissionNotGranted: "CustomExtensionPermissionNotGrantedToServicePrincipal"
      case .responseSizeExceeded: "CustomExtensionResponseSizeExceeded"
      case .responseClaimsSizeExceeded: "CustomExtensionResponseClaimsSizeExceeded"
      case .emptyClaimKey: "CustomExtensionNullOrEmptyClaimKeyNotSupported"
      case .connectionError: "CustomExtensionConnectionError"
      }
    }
  }

  package let code: Code
  /// One sentence on what was found, which the journal shows.
  package let sentence: String

  package init(_ code: Code, _ sentence: String) {
    self.code = code
    self.sentence = sentence
  }

  /// Whether the service calls again: the API has not answered (Microsoft: "Troubleshoot your custom authentication extension").
  package var mayBeTriedAgain: Bool { code == .timedOut || code == .connectionError }

  /// The code, its name, and what was found.
  package var description: String { "\(code.rawValue) \(code.name): \(sentence)" }
}
