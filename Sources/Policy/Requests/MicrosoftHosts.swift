import Bytes

/// The host names that apps call in production, for a server that answers in the place of Microsoft's. The global
/// cloud is always among them, because libraries of every cloud ask it for metadata.
package struct MicrosoftHosts: Sendable {
  /// The service behind a host name.
  package enum Role: Sendable, Hashable {
    case login
    case graph
    /// The page where the user types a device code.
    case deviceLogin
    /// The address where a virtual machine gets tokens of its managed identity (IMDS, `169.254.169.254`).
    case instanceMetadata
    /// A host of one tenant for customers: `contosob2c.b2clogin.com`, `contoso.ciamlogin.com`.
    case customers
    /// Resource Manager, as far as a sign-in asks it: `management.azure.com`.
    case resourceManager
    /// The back end of Azure's portal, as far as Azure CLI asks it: `main.iam.ad.ext.azure.com`.
    case portal
  }

  /// The service behind a host name, and its cloud.
  package struct Place: Sendable, Hashable {
    package var role: Role
    package var cloud: Cloud
  }

  /// The cloud that this server stands in for when a client calls it by its own name.
  package let cloud: Cloud
  private let places: [String: Place]

  package init(cloud: Cloud = .global) {
    self.cloud = cloud
    var places: [String: Place] = [:]
    // The global cloud comes last, so that it gets a name that two clouds share.
    for cloud in [cloud, .global] {
      for name in cloud.hosts { places[name] = Place(role: .login, cloud: cloud) }
      for name in cloud.graphHosts { places[name] = Place(role: .graph, cloud: cloud) }
    }
    for name in ["microsoft.com", "www.microsoft.com"] { places[name] = Place(role: .deviceLogin, cloud: cloud) }
    places["management.azure.com"] = Place(role: .resourceManager, cloud: .global)
    places["main.iam.ad.ext.azure.com"] = Place(role: .portal, cloud: .global)
    places[Self.machine] = Place(role: .instanceMetadata, cloud: cloud)
    self.places = places
  }

  /// The names to lead to this server, by a hosts file or in a client: those of its cloud, then those of the global one. Each comes once.
  package var names: [String] { cloud.hosts + Cloud.global.hosts.filter { !cloud.hosts.contains($0) } }

  /// `names`, a pattern such as `*.login.microsoft.com` for each family of regional hosts and of hosts of one tenant, the address of the
  /// metadata service, and the pages of hosts whose other pages are not this server's.
  package var patterns: [String] {
    names + (Self.regional + [Self.b2c, Self.external]).map { "*" + $0 }
      + [Self.machine, "microsoft.com/devicelogin", "www.microsoft.com/link"]
  }

  private static let machine = "169.254.169.254"

  /// What the names of hosts end with that have one tenant for customers, after the tenant's own label: Azure AD B2C, External ID.
  package static let b2c = ".b2clogin.com"
  package static let external = ".ciamlogin.com"

  /// What the name of a regional host of the token endpoint ends with.
  private static let regional = [".login.microsoft.com", ".mtlsauth.microsoft.com"]

  /// The service and cloud of a host name; ASCII case does not count. Nil for a name that is not Microsoft's.
  package func place(of host: String) -> Place? {
    if let place = places[ASCII.lowercased(host)] { return place }
    let name = ASCII.lowercased(host)
    if [Self.b2c, Self.external].contains(where: { name.hasSuffix($0) && name.utf8.count > $0.utf8.count }) {
      return Place(role: .customers, cloud: .global)
    }
    return Self.region(host) == nil ? nil : Place(role: .login, cloud: .global)
  }

  /// The host in small letters when it is a regional host of the token endpoint, such as
  /// `westeurope.login.microsoft.com`; nil for every other host.
  package static func region(_ host: String) -> String? {
    let name = ASCII.lowercased(host)
    return regional.contains(where: name.hasSuffix) ? name : nil
  }

  /// The service of a host name, in any cloud; nil for a name that is not Microsoft's.
  package func role(of host: String) -> Role? { place(of: host)?.role }
}
