import Authority
import Bytes
import Directory
import HTTPWire
import JSON
import Policy
import Worlds

/// `GET /metadata/instance`, `…/compute` and one member of it: what a virtual machine is told about itself (Microsoft: "Azure
/// Instance Metadata Service for virtual machines"). Libraries ask it for the region of the token endpoint.
struct MachineMetadataEndpoint: Endpoint {
  let name = EndpointName.machineMetadata
  /// The parts of the path after `/metadata/instance`.
  let path: [String]

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    do throws(IdentityFault) {
      try InstanceMetadataEndpoint.admit(call, &exchange)
      guard let version = call.query?.nonEmpty("api-version"), version >= "2017-04-02" else { throw .version }
    } catch {
      return refuse(400, InstanceMetadataEndpoint.body(of: error), &exchange)
    }
    guard let value = value(call) else { return refuse(404, ["error": "Not found"], &exchange) }
    let wantsText = call.query?.nonEmpty("format").map { ASCII.equalIgnoringCase($0, "text") } ?? false
    switch (value, wantsText) {
    case (.string(let text), true): return plain(text)
    // A single member has no other form (Microsoft: "Azure Instance Metadata Service", data formats).
    case (.string, false):
      return refuse(
        400, ["error": "Bad request. The default format of this value is not supported: send format=text"], &exchange)
    case (.object(let object), true): return plain(object.names.map { $0 + "\n" }.joined())
    default: return JSONAnswer.make(value, fields: InstanceMetadataEndpoint.server)
    }
  }

  private func value(_ call: Call) -> JSONValue? {
    let machine = call.world.settings.machine
    let compute: JSONObject = [
      "azEnvironment": "AzurePublicCloud", "location": .string(machine.region), "name": .string(machine.name),
      "osType": "Linux", "provider": "Microsoft.Compute", "resourceGroupName": "contoso",
      "resourceId": .string(ManagedIdentityResource.machine(machine.name)),
      "securityProfile": .object(["secureBootEnabled": "false", "securityType": "", "virtualTpmEnabled": "false"]),
      "subscriptionId": "\(ManagedIdentityResource.subscription)", "vmSize": "Standard_B2s",
      "vmId": "\(ManagedIdentityResource.machineID(machine.name))", "vmScaleSetName": "", "zone": "",
    ]
    var value = JSONValue.object(["compute": .object(compute)])
    for part in path {
      guard let member = value[part] else { return nil }
      value = member
    }
    return value
  }

  private func plain(_ text: String) -> HTTPResponse {
    var fields = InstanceMetadataEndpoint.server
    fields.set("Content-Type", "text/plain; charset=utf-8")
    return HTTPResponse(status: 200, fields: fields, body: Array(text.utf8))
  }

  private func refuse(_ status: Int, _ body: JSONObject, _ exchange: inout Exchange) -> HTTPResponse {
    exchange.because("→ \(status) \(JSONValue.object(body).text)")
    return JSONAnswer.make(.object(body), status: status, fields: InstanceMetadataEndpoint.server)
  }
}
