import Authority
import Bytes
import Crypto
import Directory
import HTTPWire
import JSON
import Policy
import Worlds

/// `GET /arc/metadata/identity/oauth2/token`: the address in `IDENTITY_ENDPOINT` of a server that Azure Arc manages, beside
/// `IMDS_ENDPOINT`. The first request is answered with the path of a file, the second one has to send what is in it
/// (Microsoft: "Authenticate against Azure resources with Azure Arc-enabled servers").
struct ArcIdentityEndpoint: IdentityPlace {
  private static let scheme = "Basic "
  /// In the agent's order (observed: rmbolger/Posh-ACME 562).
  private static let versions = ["2021-02-01", "2020-06-01", "2019-11-01", "2019-08-15"]

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    guard methods.contains(call.request.method) else { return otherMethod(&exchange) }
    guard let files = call.challengeFiles else {
      exchange.note(.tokenRefused)
      exchange.because("→ 404, because the server was started without --arc-tokens DIRECTORY")
      return JSONAnswer.make(
        [
          "error": "not_found",
          "error_description": "This server plays no Azure Arc agent: start it with --arc-tokens DIRECTORY",
        ],
        status: 404, fields: fields(exchange))
    }
    let request = IdentityRequest(call, parameters: call.query)
    // Without the proof that it comes from this machine a request is refused and not challenged.
    guard request.hasMetadata, call.request.fields["Authorization"] == nil else {
      return try respond(to: request, &exchange)
    }
    try call.world.consultRules(&exchange)
    // So is one of another version.
    guard Self.isServed(request) else { return refuse(.version, request, &exchange) }
    // And one that names an identity which the agent does not have (MSAL for Python 962).
    if !names(in: request).isEmpty {
      do throws(IdentityFault) { _ = try identity(of: request, &exchange) } catch {
        return refuse(error, request, &exchange)
      }
    }
    return challenge(files, call, &exchange)
  }

  private static func isServed(_ request: IdentityRequest) -> Bool {
    request.version.map(versions.contains) ?? false
  }

  /// The agent passes over `mi_res_id` (MSAL for Java 1057).
  func names(in request: IdentityRequest) -> [IdentityName] {
    request.names(heeding: ["client_id", "object_id", "msi_res_id"])
  }

  /// A name has to be that of a user-assigned identity: the agent refuses the server's own by name (MSAL for Python 962).
  func identity(of request: IdentityRequest, _ exchange: inout Exchange) throws(IdentityFault) -> MachineIdentity {
    let names = names(in: request)
    let identity = try request.identity(named: names, &exchange)
    guard names.isEmpty || !identity.application.isSystemAssignedIdentity else {
      exchange.because("'\(identity.application.alias)' is system-assigned: a request for it names no identity")
      throw .notAssigned
    }
    return identity
  }

  private func challenge(_ files: any ChallengeFiles, _ call: Call, _ exchange: inout Exchange) -> HTTPResponse {
    do throws(ChallengeFileError) {
      let path = try files.write(call.world.entropy.token(32))
      exchange.because("→ 401 with the path of a file that only programs on this machine can read")
      var fields = self.fields(exchange)
      // Without quotation marks: libraries take all that stands after the sign for the path (MSAL for Python, .NET and Java).
      // The agent spells the name so, and scripts look for it by these letters (Microsoft's own example does).
      fields.set("Www-Authenticate", "Basic realm=\(path)")
      return JSONAnswer.make(
        ["error": "unauthorized", "error_description": "Send the content of the file that WWW-Authenticate names"],
        status: 401, fields: fields)
    } catch {
      exchange.note(.tokenRefused)
      exchange.because("→ 500: \(error)")
      return JSONAnswer.make(
        ["error": "server_error", "error_description": .string(error.description)], status: 500,
        fields: fields(exchange))
    }
  }

  func admit(_ request: IdentityRequest, _ exchange: inout Exchange) throws(IdentityFault) {
    try InstanceMetadataEndpoint.admit(request.call, &exchange)
    guard Self.isServed(request) else { throw .version }
    guard let sent = request.call.request.fields["Authorization"], sent.hasPrefix(Self.scheme),
      request.call.challengeFiles?.use(String(sent.dropFirst(Self.scheme.count))) == true
    else {
      exchange.because("Authorization has the key of no file that was handed out and not used yet")
      throw .key
    }
  }

  /// The answer repeats the id that named the identity: MSAL for Python and Go trust no other answer.
  func answer(_ grant: IdentityGrant, to request: IdentityRequest) -> JSONObject {
    var members = InstanceMetadataEndpoint.members(of: grant, at: request.call.now)
    for name in names(in: request) where members[name.parameter] == nil {
      members.append(name.parameter, .string(name.value))
    }
    return members
  }

  func refusal(of fault: IdentityFault, _ request: IdentityRequest, _ exchange: Exchange) -> IdentityRefusal {
    switch fault {
    case .key:
      let text = "The key of the challenge is wrong, or it was used before"
      return IdentityRefusal(status: 403, body: ["error": "forbidden", "error_description": .string(text)])
    // The text was observed, whatever the version is; the members are chosen.
    case .version:
      let text = "The api-version not specified. Supported are " + Self.versions.joined(separator: " ")
      return IdentityRefusal(status: 400, body: ["error": "bad_request", "error_description": .string(text)])
    default: return IdentityRefusal(status: 400, body: InstanceMetadataEndpoint.body(of: fault))
    }
  }

  func refusal(of refusal: Refusal, _ request: IdentityRequest, _ exchange: Exchange) -> IdentityRefusal {
    IdentityRefusal(
      status: refusal.status < 500 ? 400 : refusal.status, body: JSONAnswer.body(of: refusal, request.call, exchange))
  }
}
