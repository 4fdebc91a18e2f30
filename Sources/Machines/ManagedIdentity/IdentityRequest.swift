import Bytes
import Crypto
import Directory
import HTTPWire
import JOSE
import Policy
import Worlds

/// What a program asks for at one of the places that give out tokens for managed identities.
struct IdentityRequest {
  /// Those of the URL, or of the form where a place takes one.
  let parameters: FormFields
  let call: Call

  init(_ call: Call, parameters: FormFields?) {
    self.call = call
    self.parameters = parameters ?? FormFields()
  }

  /// `resource`, the App ID URI of the API; nil when it is missing or empty.
  var resource: String? { parameters.nonEmpty("resource") }

  var version: String? { parameters.nonEmpty("api-version") }

  /// Every `api-version`: a base address that has one in its query gets a second one from a library.
  var versions: [String] { parameters.fields.filter { $0.name == "api-version" && !$0.value.isEmpty }.map(\.value) }

  /// Whether the field is there that a browser and a redirect do not send. The letters' case does not count: Microsoft's own samples
  /// send `True` (microsoft/azureimds).
  var hasMetadata: Bool { Self.hasMetadata(call) }

  static func hasMetadata(_ call: Call) -> Bool {
    ASCII.equalIgnoringCase(call.request.fields["Metadata"] ?? "", "true")
  }

  /// The header fields by which programs prove at one of the places that they run on the machine.
  private static let proofs = ["Metadata", "X-IDENTITY-HEADER", "secret"]

  /// Whether the request may get a token and the key that signs is still being made. A probe, which asks for no API or has no proof, is
  /// refused and needs no key.
  var needsKey: Bool {
    !call.world.keys.canSign && resource != nil && Self.proofs.contains { call.request.fields[$0] != nil }
  }

  private static let parameterNames: [(name: String, kind: IdentityName.Kind)] = [
    ("client_id", .clientID), ("clientid", .clientID), ("object_id", .objectID), ("principal_id", .objectID),
    ("principalId", .objectID), ("mi_res_id", .resourceID), ("msi_res_id", .resourceID),
  ]

  /// The ids by which the request names an identity. `heeded` are the parameters that count; nil: every one that some place has.
  func names(heeding heeded: [String]? = nil) -> [IdentityName] {
    Self.parameterNames.filter { heeded?.contains($0.name) ?? true }.compactMap { parameter in
      parameters.nonEmpty(parameter.name).map {
        IdentityName(parameter.kind, parameter: parameter.name, value: $0)
      }
    }
  }

  /// The assigned identity that the request is for.
  func identity(
    named names: [IdentityName], _ exchange: inout Exchange
  ) throws(IdentityFault) -> MachineIdentity {
    let choice = IdentityChoice.make(named: names, assigned: assigned, known: MachineIdentity.all(in: call.directory))
    switch choice {
    case .identity(let identity, let reason):
      exchange.because(reason)
      return identity
    case .none(let fault, let reason):
      exchange.because(reason)
      throw fault
    }
  }

  /// The identities that are assigned to the machine.
  var assigned: [MachineIdentity] { call.world.settings.machine.assigned(in: call.directory) }

  /// Whether an identity goes with a request that names none, at a place where that is the system-assigned one. A scenario whose machine says
  /// nothing of identities gives the only one. Where nothing is assigned, the choice says so.
  var hasDefault: Bool {
    let assigned = assigned
    return assigned.isEmpty || call.world.settings.machine.identities == nil
      || assigned.contains { $0.application.isSystemAssignedIdentity }
  }

  /// The address that the program called, with its query, as an answer repeats it.
  var address: String { call.origin.login + call.request.path + (call.request.query.map { "?" + $0 } ?? "") }

  /// The API with that App ID URI, when the tenant has its service principal. A scope is not an App ID URI.
  func api(_ name: String, in tenant: Tenant) -> Application? {
    let directory = call.directory
    guard let api = directory.resource(named: name), directory.servicePrincipal(of: api.id, in: tenant.id) != nil else {
      return nil
    }
    return api
  }

  /// Whether the header field has the value that the platform gives the program in its environment: the scenario's
  /// `identityHeader`.
  func proves(by field: String, _ exchange: inout Exchange) -> Bool {
    let isRight = ConstantTime.equal(call.request.fields[field] ?? "", call.world.settings.identityHeader)
    if !isRight {
      exchange.because("→ \(field) is not the scenario's identityHeader, which is 'mockidp' if it has none")
    }
    return isRight
  }
}
