import JSON
import Worlds

/// What the server says about itself.
enum ServerHandlers {
  static func health(_ call: ControlCall) throws -> ControlAnswer {
    var members: JSONObject = [
      "status": "ok", "scenario": .string(call.world.scenario.name), "version": .string(call.configuration.version),
      "hosts": .strings(call.configuration.hosts),
    ]
    members.append("http", call.configuration.addresses?.plain(from: call.call.origin))
    return .json(.object(members))
  }

  static func certificate(_ call: ControlCall) throws -> ControlAnswer {
    guard let pem = call.configuration.certificateAuthorityPEM else {
      throw Problem.notFound("certificate", "ca.pem", "This server was started without TLS.")
    }
    return .text(pem, contentType: "application/x-pem-file")
  }

  static func describe(_ call: ControlCall) throws -> ControlAnswer {
    .json(OpenAPIDocument.make())
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
