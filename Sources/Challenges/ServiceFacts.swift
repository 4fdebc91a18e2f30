import Bytes
package import Time

/// What a refusal of a service of Azure says beside the fault.
package struct ServiceFacts: Sendable {
  /// The login service as a challenge names it, such as `https://login.microsoftonline.com`.
  package let authority: String
  /// The id of the service's tenant.
  package let tenant: String
  /// The host that the client called, in small letters.
  package let host: String
  package let now: UnixTime
  /// A GUID of this answer's own.
  package let requestID: String
  /// The client's own id, which some services send back.
  package let clientRequestID: String?
  /// Whether answers tell browsers to come by TLS alone. Not on this machine's own names: a browser would keep it for every port.
  package let isStrict: Bool
  /// Scheme, host and port as the client called them, without a slash at the end.
  package let site: String
  /// What the request does to a registry of containers; nil elsewhere.
  package let access: RegistryAccess?

  /// Without a `site` it is the host by TLS.
  package init(
    authority: String, tenant: String, host: String, now: UnixTime, requestID: String, clientRequestID: String?,
    isStrict: Bool, site: String? = nil, access: RegistryAccess? = nil
  ) {
    self.authority = authority
    self.tenant = tenant
    self.host = host
    self.now = now
    self.requestID = requestID
    self.clientRequestID = clientRequestID
    self.isStrict = isStrict
    self.site = site ?? "https://\(host)"
    self.access = access
  }

  /// The issuer of the tenant's tokens of version 1, which services name whatever the login service is called.
  var issuer: String { "https://sts.windows.net/\(tenant)/" }

  /// Host and port of `site`.
  var authorityOfSite: String { site.firstPlace(of: "://").map { String(site[$0.upperBound...]) } ?? site }
}
