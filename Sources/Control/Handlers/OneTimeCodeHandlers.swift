import Bytes
import JSON
import Time
import Worlds

/// Shows the codes that customers were sent.
enum OneTimeCodeHandlers {
  static func list(_ call: ControlCall) throws -> ControlAnswer {
    .json([
      "oneTimeCodes": .array(
        call.world.oneTimeCodes.entries(to: call.query["target"]).map { entry in
          [
            "target": .string(entry.target), "code": .string(entry.code), "purpose": .string(entry.purpose),
            "tenant": .string(entry.tenant), "client": .string(entry.client), "sentAt": .string(entry.sentAt.iso8601),
          ]
        })
    ])
  }
}
