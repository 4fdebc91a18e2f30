import Bytes
import Mail

extension GraphError {
  /// The error for a call that no route serves: Graph's own for a mistake of the app, and `notServed` for what Graph has. The server knows the
  /// names of `v1.0` alone, so in `beta` it calls no name unknown. `segments` is the path below the version, `what` is what the server lacks, for
  /// people, and `allowed` are the methods that are served at the path; empty for none.
  static func unserved(
    _ method: String, _ segments: [String], _ version: GraphVersion, as what: String, allowed: [String]
  ) -> Self {
    guard ["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE"].contains(method) else {
      return .methodNotAllowed(method, allowed: allowed)
    }
    let address: GraphAddress
    do throws(GraphAddress.Unknown) {
      address = try GraphAddress(segments)
    } catch {
      if !allowed.isEmpty { return .methodNotAllowed(method, allowed: allowed) }
      if version == .v1, method == "POST", GraphAddress.isActionOfBeta(segments) {
        return .methodNotAllowed(method, allowed: [])
      }
      return version == .beta && GraphPath.isName(error.segment)
        ? .notServed(what) : .unknownSegment(error.segment)
    }
    switch address.place {
    case .collection where address.isLinked && ["POST", "PATCH", "PUT", "DELETE"].contains(method): return .notContained
    case .object where address.isLinked && ["PATCH", "PUT", "DELETE"].contains(method): return .notContained
    // Nobody changes a list as a whole (observed), and an operation has one method.
    case .collection where ["PATCH", "PUT", "DELETE"].contains(method):
      return .methodNotAllowed(method, allowed: allowed)
    case .action where method != "POST" && ASCII.equalIgnoringCase(segments.last ?? "", "sendMail"):
      return GraphError(MailRefusal(.notSupported))
    case .action where method != "POST": return .methodNotAllowed(method, allowed: allowed.isEmpty ? ["POST"] : allowed)
    case .function where !["GET", "HEAD"].contains(method):
      return .methodNotAllowed(method, allowed: allowed.isEmpty ? ["GET"] : allowed)
    default: return .notServed(what)
    }
  }
}
