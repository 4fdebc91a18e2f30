import Bytes
import Directory
import HTTPWire
import JSON
import Policy
import Worlds

/// How the users of a domain sign in. MSAL asks for it before it sends a password. The service has one answer in three spellings, by the
/// address and by `api-version`:
///
/// - `GET /common/userrealm/{user}?api-version=1.0`
/// - the same with `2.0`, and `GET /common/userrealm/?user={user}&api-version=2.1`
/// - `GET /getuserrealm.srf?login={user}`, with `xml=1` in XML
struct UserRealmEndpoint: Endpoint {
  let name = EndpointName.userRealm
  /// The sign-in name in the path, as it came. Nil: it is in the query.
  var user: String?
  /// Whether the client called the oldest address.
  var isOldest = false

  /// Nobody knows what the file is called at the oldest address, so it has no name there.
  var answers: AnswerKind { isOldest ? .service : .realm }

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    let query = call.query ?? FormFields()
    guard let name = user.map({ Percent.decode($0) ?? $0 }) ?? query.nonEmpty(isOldest ? "login" : "user") else {
      return refuse(call, &exchange)
    }
    exchange.note(user: call.world.directory.user(named: name))
    let realm = UserRealm(of: name, in: call.world.directory)
    if isOldest {
      guard query["xml"] == "1" else { return JSONAnswer.make(realm.oldest(call.origin)) }
      return HTTPResponse(
        status: 200, fields: ["Content-Type": "text/xml; charset=utf-8"], body: Array(realm.xml(call.origin).utf8))
    }
    switch query["api-version"] {
    case "1.0": return JSONAnswer.make(realm.first(call.origin))
    case "2.0", "2.1": return JSONAnswer.make(realm.second(call.origin))
    default: return refuse(call, &exchange)
    }
  }

  private func refuse(_ call: Call, _ exchange: inout Exchange) -> HTTPResponse {
    exchange.refusal = Refusal(.malformedRequest)
    return JSONAnswer.refusal(Refusal(.malformedRequest), call, exchange)
  }
}

/// What the service says of the domain of a sign-in name.
struct UserRealm {
  /// As it was asked.
  let name: String
  /// A domain may stand alone, as Windows asks.
  let domain: String
  /// The tenant of the domain. Nil for a domain that nobody has.
  let tenant: Tenant?

  init(of name: String, in directory: DirectoryState) {
    self.name = name
    domain = name.utf8.lastIndex(of: 0x40).map { String(name[name.utf8.index(after: $0)...]) } ?? name
    tenant = domain.contains(".") ? directory.tenant(named: domain) : nil
  }

  /// `Federated` of a personal account: `live.com` stands for all its domains, and MSAL for .NET refuses the password grant by it (observed).
  private var kind: String {
    guard let tenant else { return "Unknown" }
    return tenant.kind == .personal ? "Federated" : "Managed"
  }

  private var shownDomain: String { tenant?.kind == .personal ? "live.com" : domain }

  private static let audience: JSONValue = "urn:federation:MicrosoftOnline"

  /// Of version 1.0 (observed).
  func first(_ origin: Origin) -> JSONValue {
    var body: JSONObject = ["ver": "1.0", "account_type": .string(kind)]
    if tenant != nil { body.append("domain_name", .string(shownDomain)) }
    if tenant?.kind == .personal {
      // The service names federation servers of its own, which no client under test should send a password to. The addresses here lead
      // back to this server, which has nothing there.
      body.append("federation_protocol", "WSTrust" as JSONValue)
      body.append(
        "federation_metadata_url", "\(origin.login)/FederationMetadata/2007-06/FederationMetadata.xml" as JSONValue)
      body.append("federation_active_auth_url", "\(origin.login)/rst2.srf" as JSONValue)
    }
    body.append("cloud_instance_name", .string(origin.cloud.instanceName))
    body.append("cloud_audience_urn", Self.audience)
    return .object(body)
  }

  /// Of versions 2.0 and 2.1 (observed).
  func second(_ origin: Origin) -> JSONValue {
    var body: JSONObject = ["NameSpaceType": .string(kind), "Login": .string(name)]
    if let tenant {
      body.append("DomainName", .string(shownDomain))
      body.append("FederationBrandName", .string(tenant.displayName))
      body.append("TenantBrandingInfo", JSONValue.null)
    }
    body.append("cloud_instance_name", .string(origin.cloud.instanceName))
    return .object(body)
  }

  /// Of `getuserrealm.srf` (observed). `State` counts from 1: unknown, federated at 3, managed at 4.
  func oldest(_ origin: Origin) -> JSONValue {
    var body: JSONObject = [
      "State": .integer(state), "UserState": 1, "Login": .string(name), "NameSpaceType": .string(kind),
    ]
    if let tenant {
      body.append("DomainName", .string(shownDomain))
      body.append("FederationBrandName", .string(tenant.displayName))
    }
    body.append("CloudInstanceName", .string(origin.cloud.instanceName))
    body.append("CloudInstanceIssuerUri", Self.audience)
    return .object(body)
  }

  /// The same in XML.
  func xml(_ origin: Origin) -> String {
    var text = "<RealmInfo Success=\"true\">"
    for member in oldest(origin).object?.members ?? [] {
      let value = member.value.string ?? member.value.integer.map { "\($0)" } ?? ""
      text += "<\(member.name)>\(Self.escaped(value))</\(member.name)>"
    }
    return text + "</RealmInfo>"
  }

  private var state: Int64 {
    guard let tenant else { return 1 }
    return tenant.kind == .personal ? 3 : 4
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "&": escaped += "&amp;"
      default: escaped.append(character)
      }
    }
    return escaped
  }
}
