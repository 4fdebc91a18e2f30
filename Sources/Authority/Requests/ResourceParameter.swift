import Bytes
import Directory
import Policy
import Worlds

/// The `resource` parameter of v2.0 beside the scopes of a request.
enum ResourceParameter {
  /// - Throws: AADSTS9010010 when the scopes are not of the API that the parameter names, letter by letter.
  static func check(
    _ fields: FormFields, against scopes: ResolvedScopes, in directory: DirectoryState, _ exchange: inout Exchange
  ) throws(Refusal) {
    guard let name = fields.nonEmpty("resource"),
      let reason = ResourceIndicator.mismatch(name, scopes, in: directory)
    else { return }
    exchange.explain(reason)
    throw Refusal(.resourceMismatch)
  }

  /// The same for a token request; the v1.0 endpoint takes the parameter in the place of scopes.
  static func check(_ request: TokenRequest, against scopes: ResolvedScopes, _ exchange: inout Exchange)
    throws(Refusal)
  {
    guard !request.isLegacy else { return }
    try check(request.form, against: scopes, in: request.directory, &exchange)
  }
}
