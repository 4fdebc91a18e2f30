import Bytes
import Directory
import HTTPWire
import JSON
import Policy
import Worlds

/// `POST /common/GetCredentialType`: what the sign-in page asks for a name before it shows the next page. The name alone is enough (observed).
struct GetCredentialTypeEndpoint: Endpoint {
  let name = EndpointName.userRealm
  let answers = AnswerKind.service

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    guard let question = ServiceQuestion(call.request), let asked = question["username"] else {
      throw Refusal(.malformedRequest)
    }
    let directory = call.world.directory
    let user = directory.user(named: asked).flatMap { $0.isDeleted ? nil : $0 }
    exchange.note(user: user)
    let realm = UserRealm(of: asked, in: directory)
    var body: JSONObject = [
      "Username": .string(asked), "Display": .string(asked), "IfExistsResult": .integer(Self.result(user)),
      "IsUnmanaged": false, "ThrottleStatus": 0,
      "Credentials": [
        "PrefCredential": 1, "HasPassword": .bool(user != nil), "RemoteNgcParams": .null, "FidoParams": .null,
        "SasParams": .null, "CertAuthParams": .null, "GoogleParams": .null, "FacebookParams": .null,
      ],
    ]
    let flowToken = question["flowtoken"]
    // The two forms were seen with and without a flow token in the question.
    if flowToken == nil { body.append("DfpProperties", [:] as JSONValue) }
    body.append("EstsProperties", ["UserTenantBranding": .null, "DomainType": .integer(realm.domainType)] as JSONValue)
    if flowToken != nil { body.append("FlowToken", .string(SignInConfig.token(exchange))) }
    body.append("IsSignupDisallowed", true as JSONValue)
    body.append("apiCanary", .string(question.canary ?? SignInConfig.token(exchange)))
    exchange.because("→ IfExistsResult \(Self.result(user))")
    return JSONAnswer.make(.object(body))
  }

  /// 0: the name is there. 1: it is not. 5: it is that of a personal account (reported).
  private static func result(_ user: User?) -> Int64 {
    guard let user else { return 1 }
    return user.tenant == WellKnown.personalTenant ? 5 : 0
  }
}

extension UserRealm {
  /// 3 of a domain with passwords, 2 of personal accounts, 1 of a domain that nobody has.
  fileprivate var domainType: Int64 {
    guard let tenant else { return 1 }
    return tenant.kind == .personal ? 2 : 3
  }
}

/// The JSON that a sign-in page, or a program in its place, sends to a service of the pages. Programs write its names in several ways, so
/// their case does not count.
struct ServiceQuestion {
  private let members: [(name: String, value: String)]
  /// `apiCanary` of the page.
  let canary: String?

  /// Nil for a body that is not a JSON object.
  init?(_ request: HTTPRequest) {
    guard let object = (try? JSONValue.parse(request.body))?.object else { return nil }
    members = object.members.compactMap { member in
      member.value.string.map { (ASCII.lowercased(member.name), $0) }
    }
    canary = request.fields["canary"]
  }

  /// The value of a member by its name in small letters. Nil when it is missing, empty or not a text.
  subscript(_ name: String) -> String? { members.first { $0.name == name && !$0.value.isEmpty }?.value }
}
