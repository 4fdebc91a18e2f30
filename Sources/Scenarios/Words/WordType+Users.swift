import Bytes
import Directory
import JSON
import YAML

extension WordType where Value == String {
  /// A sign-in name that no other user has, in a domain of the user's tenant.
  static let signInName = Self(
    .text(.pattern("^[^@]+@[^@]+$", "a sign-in name such as carol@contoso.com")), shown: .word, label: "sign-in name",
    read: { value, place throws(ScenarioError) in
      if place.tenant == WellKnown.personalTenant, let tenant = place.directory.tenants[WellKnown.personalTenant] {
        _ = try value.signInName(in: place.directory, of: place.alias)
        try value.checkPersonalName(in: place.directory, of: tenant)
        return try value.text()
      }
      let tenant = try value.tenantOfSignInName(in: place.directory, of: place.alias)
      guard tenant.id == place.tenant else {
        throw value.error("'\(place.alias)' cannot move to another tenant; keep the domain")
      }
      return try value.text()
    }, write: { name, names in .string(names.signInName(name)) })

  static let password = Self(
    .text(.plainSecret), shown: .word, label: "text", read: { value, _ throws(ScenarioError) in try value.text() },
    write: { text, _ in .string(text) })
}

extension WordType where Value == SecretDigest {
  /// What an export writes in the place of a secret that it cannot tell.
  static let digest = Self(
    .text(.pattern(SecretDigest.pattern, "a digest as an export writes it")),
    shown: .word,
    label: "text", read: { value, _ throws(ScenarioError) in try value.secretDigest() },
    write: { digest, _ in .string(digest.written) })
}

extension WordType where Value == User.Device {
  static let device = Self(
    .object([
      .init("compliant", .flag, "Whether it keeps the organization's rules."),
      .init("joined", .flag, "Whether it is joined to the organization's domain."),
      .init("enabled", .flag, "False: an administrator has disabled it."),
      .init("managed", .flag, "False: no management service looks after it."),
      .init("id", .guid, "Its id; it follows from the user's short name unless it is said."),
    ]), label: "mapping of `compliant`, `joined`, `enabled`, `managed` and `id`",
    read: { value, place throws(ScenarioError) in
      var fields = try FileMapping(value, "a mapping such as { compliant: true }")
      var device = User.Device(
        id: try fields.take("id").map { id throws(ScenarioError) in
          User.Device.ID(try WordType<GUID>.guid.read(id, place))
        } ?? User.Device.id(ofUser: place.alias),
        isCompliant: try fields.take("compliant")?.bool() ?? false,
        isJoined: try fields.take("joined")?.bool() ?? false)
      device.isEnabled = try fields.take("enabled")?.bool()
      device.isManaged = try fields.take("managed")?.bool()
      try fields.finish()
      return device
    },
    write: { device, _ in
      var members: JSONObject = ["compliant": .bool(device.isCompliant), "joined": .bool(device.isJoined)]
      if let isEnabled = device.isEnabled { members.append("enabled", .bool(isEnabled)) }
      if let isManaged = device.isManaged { members.append("managed", .bool(isManaged)) }
      members.append("id", "\(device.id)")
      return .object(members)
    })
}

/// What a file says of a photo.
enum PhotoSetting: Hashable, Sendable {
  case none
  /// Any photo: the one that is there, else a small one.
  case any
  case jpeg(ProfilePhoto)

  func photo(of user: User) -> ProfilePhoto? {
    switch self {
    case .none: nil
    case .any: user.photo ?? .sample
    case .jpeg(let photo): photo
    }
  }
}

extension WordType where Value == PhotoSetting {
  static let photo = Self(
    .either(
      [.flag, .text(.pattern("^/9j/[A-Za-z0-9+/=]*$", "a JPEG in Base64"))], expected: "true, false or a JPEG in Base64"
    ),
    shown: .flag, label: "boolean, or a JPEG in Base64", absent: PhotoSetting.none,
    read: { value, _ throws(ScenarioError) in
      if let flag = value.node.bool { return flag ? .any : .none }
      guard let text = value.node.text, text.hasPrefix("/9j/") else {
        throw value.mismatch("true, false or a JPEG in Base64")
      }
      guard let photo = Base64.decode(text).flatMap({ ProfilePhoto(jpeg: $0) }) else {
        throw value.error("'photo' begins as a JPEG in Base64 does, but it is not a JPEG")
      }
      return .jpeg(photo)
    },
    write: { setting, _ in
      switch setting {
      case .none: false
      case .any: true
      case .jpeg(let photo): Optional(photo).written
      }
    })
}

extension ProfilePhoto? {
  /// As a file says it: the small photo of the seeds has a word of its own.
  var written: JSONValue {
    guard let photo = self else { return false }
    return photo == .sample ? true : .string(Base64.encode(photo.bytes))
  }
}

extension FileValue {
  /// What an export writes in the place of a secret that it cannot tell.
  func secretDigest() throws(ScenarioError) -> SecretDigest {
    guard let digest = SecretDigest(written: try text()) else {
      throw mismatch("a digest as an export writes it, hmac-sha256:SALT:DIGEST")
    }
    return digest
  }

  /// The tenant that the domain of a sign-in name belongs to. Only the user of the short name `owner` may have the name already.
  func tenantOfSignInName(in directory: DirectoryState, of owner: String? = nil) throws(ScenarioError) -> Tenant {
    let name = try signInName(in: directory, of: owner)
    let part = SignInName.domain(of: name)
    guard let tenant = directory.tenant(ofDomain: ASCII.lowercased(part)) else {
      throw error(Self.unknown("domain", part, among: directory.tenantsInOrder.flatMap(\.domains)))
    }
    return tenant
  }

  /// A sign-in name with one `@` in it. Only the user of the short name `owner` may have the name already.
  func signInName(in directory: DirectoryState, of owner: String? = nil) throws(ScenarioError) -> String {
    let name = try text("a sign-in name such as carol@contoso.com")
    let parts = name.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else {
      throw mismatch("a sign-in name such as carol@contoso.com")
    }
    if let user = directory.user(named: name), user.alias != owner {
      throw error("'\(name)' is taken; choose another sign-in name")
    }
    return name
  }
}
