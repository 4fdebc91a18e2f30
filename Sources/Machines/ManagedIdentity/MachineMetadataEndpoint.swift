import Authority
import Bytes
import Directory
import HTTPWire
import JSON
import Policy
import Worlds

/// Everything of the instance metadata service but tokens, below `/metadata` (Microsoft: "Azure Instance Metadata Service for virtual
/// machines"). Libraries ask it for the region of the token endpoint.
struct MachineMetadataEndpoint: Endpoint {
  let name = EndpointName.machineMetadata
  /// The parts of the path after `/metadata`.
  let path: [String]

  /// Libraries ask whether a machine has the second version of the service, and learn by 404 that it has not (read in MSAL.NET).
  private static let second = ["getplatformmetadata", "issuecredential"]

  private var isOfSecond: Bool { path.count == 2 && path[0] == "identity" && Self.second.contains(path[1]) }

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    guard !isOfSecond else { return nothing(&exchange) }
    guard ["GET", "HEAD"].contains(call.request.method) else {
      return refuse(405, ["error": "Method not allowed"], &exchange)
    }
    let version: String
    do throws(IdentityFault) {
      try InstanceMetadataEndpoint.admit(call, &exchange)
      version = try self.version(call)
    } catch {
      if error == .proxied {
        exchange.because("→ 400 \(InstanceMetadataEndpoint.proxied)")
        return InstanceMetadataEndpoint().make(.xml(InstanceMetadataEndpoint.proxied), status: 400, exchange)
      }
      return refuse(400, InstanceMetadataEndpoint.body(of: error), &exchange)
    }
    let document = MachineDocument(call.world.settings.machine, tenant: call.directory.mainTenant?.id)
    // What is below `identity` has no list of its own.
    guard path != ["identity"], let value = document.value(at: path, of: version) else { return nothing(&exchange) }
    let wantsText = call.query?.nonEmpty("format").map { ASCII.equalIgnoringCase($0, "text") } ?? false
    switch (value, wantsText) {
    case (.string(let text), true): return plain(text, exchange)
    // A single member has no other form (Microsoft: "Azure Instance Metadata Service", data formats).
    case (.string, false):
      return refuse(
        400, ["error": "Bad request. The default format of this value is not supported: send format=text"], &exchange)
    case (.object(let object), true):
      return plain(object.members.map { $0.name + Self.ending(of: $0.value) + "\n" }.joined(), exchange)
    case (.array(let list), true): return plain(list.indices.map { "\($0)/\n" }.joined(), exchange)
    default: return JSONAnswer.make(value, fields: InstanceMetadataEndpoint.service(exchange))
    }
  }

  /// Which version is asked for. The list of versions needs none.
  private func version(_ call: Call) throws(IdentityFault) -> String {
    if path == ["versions"] { return MetadataVersion.newest[0] }
    guard let version = call.query?.nonEmpty("api-version"),
      MetadataVersion.isServed(version, since: MetadataVersion.all[0])
    else { throw .version }
    return version
  }

  /// A name that has more below it ends with a slash.
  private static func ending(of value: JSONValue) -> String {
    switch value {
    case .object, .array: "/"
    default: ""
    }
  }

  private func plain(_ text: String, _ exchange: Exchange) -> HTTPResponse {
    var fields = InstanceMetadataEndpoint.service(exchange)
    fields.set("Content-Type", "text/plain; charset=utf-8")
    return HTTPResponse(status: 200, fields: fields, body: Array(text.utf8))
  }

  /// Two services behind one address, each with a writing of its own (observed in 2018: azure-docs 15282).
  private func nothing(_ exchange: inout Exchange) -> HTTPResponse {
    let body = path.first == "identity" ? "{\"error\":\"Not Found\"}" : "{ \"error\": \"Not found\" }"
    exchange.because("→ 404 \(body)")
    var fields = InstanceMetadataEndpoint.service(exchange)
    fields.set("Content-Type", "application/json; charset=utf-8")
    return HTTPResponse(status: 404, fields: fields, body: Array(body.utf8))
  }

  private func refuse(_ status: Int, _ body: JSONObject, _ exchange: inout Exchange) -> HTTPResponse {
    exchange.because("→ \(status) \(JSONValue.object(body).text)")
    return JSONAnswer.make(.object(body), status: status, fields: InstanceMetadataEndpoint.service(exchange))
  }
}
