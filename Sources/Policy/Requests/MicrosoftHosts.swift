import Bytes

/// The host names that apps call in production, for a server that answers in their place. The global cloud is always among
/// them, since libraries of every cloud ask it for metadata.
package struct MicrosoftHosts: Sendable {
  package enum Role: Sendable, Hashable {
    case login
    case graph
    /// The address where a person types a device code.
    case deviceLogin
    /// The address from which a virtual machine gets tokens of its managed identity.
    case instanceMetadata
  }

  /// What a host is, and in which cloud.
  package struct Place: Sendable, Hashable {
    package var role: Role
    package var cloud: Cloud
  }

  /// The cloud that this server is under its own names.
  package let cloud: Cloud
  private let places: [String: Place]

  package init(cloud: Cloud = .global) {
    self.cloud = cloud
    var places: [String: Place] = [:]
    // The global cloud last: a name that two clouds share is its own.
    for cloud in [cloud, .global] {
      for name in cloud.hosts { places[name] = Place(role: .login, cloud: cloud) }
      for name in cloud.graphHosts { places[name] = Place(role: .graph, cloud: cloud) }
    }
    for name in ["microsoft.com", "www.microsoft.com"] { places[name] = Place(role: .deviceLogin, cloud: cloud) }
    places["169.254.169.254"] = Place(role: .instanceMetadata, cloud: cloud)
    self.places = places
  }

  /// What a host name stands for; nil for names that are none of Microsoft's. Regional login hosts end in
  /// `.login.microsoft.com`.
  package func place(of host: String) -> Place? {
    let name = ASCII.lowercased(host)
    if let place = places[name] { return place }
    return name.hasSuffix(".login.microsoft.com") ? Place(role: .login, cloud: .global) : nil
  }

  package func role(of host: String) -> Role? { place(of: host)?.role }
}
