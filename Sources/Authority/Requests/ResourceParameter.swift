import Bytes
import Directory
import Policy

/// The `resource` parameter of v2.0, which names one API in addition to the scopes (RFC 8707 §2). Clients need not
/// send it.
enum ResourceParameter {
  /// - Throws: AADSTS9010010 when no scope of the request belongs to the API that the parameter names.
  static func check(_ fields: FormFields, against scopes: ResolvedScopes, in directory: DirectoryState)
    throws(Refusal)
  {
    guard let name = fields.nonEmpty("resource") else { return }
    guard let resource = directory.resource(named: name),
      scopes.resources.contains(where: { $0.resource == resource.id })
    else { throw Refusal(.resourceMismatch) }
  }
}
