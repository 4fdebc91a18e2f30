import Bytes
import Directory
import Policy

/// `resource`, which names one API beside the scopes (RFC 8707 §2); v2.0 clients need not send it.
enum ResourceParameter {
  /// Throws AADSTS9010010 when the parameter names another resource than every one of the scopes.
  static func check(_ fields: FormFields, against scopes: ResolvedScopes, in directory: DirectoryState)
    throws(Refusal)
  {
    guard let name = fields.nonEmpty("resource") else { return }
    guard let resource = directory.resource(named: name),
      scopes.resources.contains(where: { $0.resource == resource.id })
    else { throw Refusal(.resourceMismatch) }
  }
}
