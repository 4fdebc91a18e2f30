import HTTPWire
import JSON
import Metrics
import Worlds

/// What the server says about itself.
enum ServerHandlers {
  static func health(_ call: ControlCall) throws -> ControlAnswer {
    var members: JSONObject = [
      "status": "ok", "scenario": .string(call.world.scenario.name), "version": .string(call.configuration.version),
      "hosts": .strings(call.configuration.hosts),
    ]
    members.append("issuer", call.world.settings.issuer ?? call.configuration.issuer)
    members.append("http", call.configuration.addresses?.plain(from: call.call.origin))
    return .json(.object(members))
  }

  /// It reads what the program holds and never waits for another server: not ready is an answer, too.
  static func ready(_ call: ControlCall) throws -> ControlAnswer {
    let states = call.configuration.readiness()
    let isReady = states.allSatisfy { $0.fault == nil }
    let value: JSONValue = [
      "status": isReady ? "ready" : "notReady",
      "conditions": .array(
        states.map { state in
          var members: JSONObject = ["name": .string(state.name), "holds": .bool(state.fault == nil)]
          members.append("reason", state.fault)
          return .object(members)
        }),
    ]
    return isReady ? .json(value) : .unavailable(value)
  }

  static func metrics(_ call: ControlCall) throws -> ControlAnswer {
    guard let metrics = call.configuration.metrics else {
      throw Problem.notFound("metrics", "metrics", "There is no server around this API.")
    }
    let format = ExpositionChoice.format(for: call.call.request.fields)
    return .negotiated(metrics(format), contentType: format.contentType)
  }

  static func certificate(_ call: ControlCall) throws -> ControlAnswer {
    guard let pem = call.configuration.certificateAuthorityPEM else {
      throw Problem.notFound("certificate", "ca.pem", "This server was started without TLS.")
    }
    return .text(pem, contentType: "application/x-pem-file")
  }

  static func describe(_ call: ControlCall) throws -> ControlAnswer {
    .bytes(OpenAPIDocument.bytes, contentType: "application/json")
  }

  static func list(_ call: ControlCall) throws -> ControlAnswer {
    .json([
      "routes": .array(
        ControlRoute.all.map { route in
          [
            "method": .string(route.method.rawValue), "path": .string(route.pattern), "summary": .string(route.summary),
          ]
        })
    ])
  }
}
