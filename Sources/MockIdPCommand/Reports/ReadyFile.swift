import JSON
import Policy

/// The JSON file that a server writes when it listens, for the scripts that wait for it.
struct ReadyFile: Sendable, Hashable {
  /// `https://localhost:8443`; with a tenant after it, it is the authority of a client.
  var authority: String
  /// The base URL for Graph clients.
  var graph: String
  /// The plain HTTP listener, which is also the forward proxy.
  var http: String
  var control: String
  /// The path of the file with the authority's certificate.
  var certificateAuthority: String
  var processID: Int32
  var scenario: String
  /// The file with key and certificate of the seeded app `daemon`, as PEM. Nil: it could not be written.
  var daemonPEM: String?
  /// The same as PKCS #12.
  var daemonPFX: String?

  /// What helpers of test runners need beside the members, such as the default world. Commands ask the server for it.
  var details = JSONObject()

  /// The ports of its addresses.
  var ports: Set<UInt16> {
    Set([control, http].compactMap { URIReference($0)?.port.flatMap { UInt16($0) } })
  }

  /// The file with the details in it, as one line of JSON.
  var line: String { JSONValue.object(JSONObject(object.members + details.members)).text + "\n" }

  /// The file with the details in it.
  var wholeText: String { JSONValue.object(JSONObject(object.members + details.members)).prettyText + "\n" }

  /// The file without the details.
  var text: String { JSONValue.object(object).prettyText + "\n" }

  /// What the log says when the server listens.
  var logged: JSONObject { object }

  private var object: JSONObject {
    var object: JSONObject = [
      "authority": .string(authority), "graph": .string(graph), "http": .string(http), "control": .string(control),
      "ca": .string(certificateAuthority), "pid": .integer(Int64(processID)), "scenario": .string(scenario),
    ]
    if let daemonPEM, let daemonPFX {
      object.append("certificates", ["daemon": ["pem": .string(daemonPEM), "pfx": .string(daemonPFX)]])
    }
    return object
  }

  /// Reads what `text` has written; nil when a member is missing.
  init?(parsing text: String) {
    guard let value = try? JSONValue.parse(text), let authority = value["authority"]?.string,
      let graph = value["graph"]?.string, let http = value["http"]?.string, let control = value["control"]?.string,
      let certificateAuthority = value["ca"]?.string
    else { return nil }
    self.init(
      authority: authority, graph: graph, http: http, control: control, certificateAuthority: certificateAuthority,
      processID: Int32(clamping: value["pid"]?.integer ?? 0), scenario: value["scenario"]?.string ?? "")
    daemonPEM = value["certificates"]?["daemon"]?["pem"]?.string
    daemonPFX = value["certificates"]?["daemon"]?["pfx"]?.string
  }

  init(
    authority: String, graph: String, http: String, control: String, certificateAuthority: String, processID: Int32,
    scenario: String
  ) {
    self.authority = authority
    self.graph = graph
    self.http = http
    self.control = control
    self.certificateAuthority = certificateAuthority
    self.processID = processID
    self.scenario = scenario
  }
}
