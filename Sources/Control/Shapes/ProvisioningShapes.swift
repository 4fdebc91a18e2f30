import Bytes
import JSON
import Scenarios
import Time
import Worlds

/// The shapes of an app's provisioning in answers, and the answers themselves.
enum ProvisioningShapes {
  static let status = Shape.named(
    "Provisioning",
    .object([
      .required("app", .word, "the app's short name"),
      .init("tenantUrl", .word, "where its SCIM server is; left out while nobody said it"),
      .required("code", .word, "how the job stands, in Graph's words"),
      .required("state", .word, "whether its schedule goes on, in Graph's words"),
      .required("cycles", .count, "how many cycles there were"),
      .required("users", .count, "how many users are linked to users of the app"),
      .required("groups", .count, "how many groups are"),
      .required("escrows", .count, "how many entries failed and are tried again"),
      .init("nextCycle", .time, "when the next cycle falls due on the world's clock; left out when none does"),
      .init(
        "nextCycleHint", .text(.free), "for people: how a clock that stands still gets there; left out when it runs"),
      .init("watermark", .time, "up to when changes were looked at; left out before the first cycle"),
      .init("lastCycle", execution, "the last cycle"),
      .init("quarantine", quarantine, "why nearly nothing is sent; left out when all is well"),
    ]))

  static let report = Shape.named(
    "ProvisioningReport",
    .object([
      .init("cycle", .count, "the number of the cycle; left out on demand"),
      .required("state", .words(ProvisioningExecution.State.self), "how it ended"),
      .required("initial", .flag, "whether everything was looked at"),
      .required("exported", .count, "how many entries were written"),
      .required("imported", .count, "how many objects were looked at"),
      .required("escrowed", .count, "how many entries are tried again"),
      .init("code", .word, "why it failed as a whole"), .init("message", .word, "the same in a sentence"),
      .required("entries", .list(entry), "what was decided of each object, in order"),
      .init("quarantine", quarantine, "why nearly nothing is sent from now on"),
    ]))

  static let log = Shape.listing("entries", of: entry, "the entries, the newest first")
  static let requests = Shape.listing("requests", of: request, "the requests, the newest first")

  private static let execution = Shape.object([
    .required("began", .time, "when it began"),
    .required("state", .words(ProvisioningExecution.State.self), "how it ended"),
    .required("exported", .count, "how many entries were written"),
    .init("code", .word, "why it failed as a whole"), .init("message", .word, "the same in a sentence"),
  ])

  private static let quarantine = Shape.object([
    .required("reason", .word, "what brought it about"), .required("code", .word, "the code of the failure"),
    .required("message", .text(.free), "the same in a sentence"), .required("since", .time, "when it began"),
    .required("nextAttempt", .time, "when the next try falls due"), .required("count", .count, "how many tries failed"),
  ])

  private static let entry = Shape.named(
    "ProvisioningEntry",
    .object([
      .required("id", .guid, "its id"), .required("at", .time, "when it was"),
      .required("app", .word, "the app's short name"), .required("source", .word, "the name in the directory"),
      .required("sourceId", .guid, "the object id"), .required("type", .choice(["User", "Group"]), "what it is"),
      .init("target", .word, "the app's id"),
      .init("action", .words(Exchange.ProvisioningAction.self), "what was done"),
      .required("status", .choice(["success", "failure", "skipped"]), "how it ended"),
      .init("skipReason", .word, "why nothing had to be done"), .init("code", .word, "the code of the failure"),
      .init("message", .text(.free), "the same in a sentence"),
      .required("reasons", .list(.text(.free)), "why it was decided so"),
      .required(
        "changes",
        .list(
          .object([
            .required("name", .word, "the attribute of the app"), .init("old", .text(.free), "what the app had"),
            .init("new", .text(.free), "what it gets"),
          ])), "the attributes that were sent"),
      .required("requests", .list(.text(.free)), "what was sent, or would be"),
      .init("exchange", .count, "its number in the journal"),
    ]))

  private static let request = Shape.named(
    "ProvisioningRequest",
    .object([
      .required("number", .count, "counts up in the world"), .required("app", .word, "the app's short name"),
      .required("at", .time, "when it was sent"), .required("method", .word, "the method"),
      .required("url", .word, "the address"),
      .required("fields", .map(.text(.free)), "the header fields, without the token"),
      .required("body", .text(.free), "the body"),
      .init("status", .count, "the answer's status; left out without an answer"),
      .required("answer", .text(.free), "the answer's body"), .init("fault", .word, "why there was no answer"),
      .init("about", .word, "whom it is about; left out for a probe"),
    ]))

  // MARK: Values

  static func shown(_ report: ProvisioningReport) -> JSONValue {
    var members = JSONObject()
    if let cycle = report.cycle { members.append("cycle", .integer(Int64(cycle))) }
    let execution = report.execution
    members.append("state", .string(execution.state.rawValue))
    members.append("initial", .bool(execution.isInitial))
    members.append("exported", .integer(Int64(execution.exported)))
    members.append("imported", .integer(Int64(execution.imported)))
    members.append("escrowed", .integer(Int64(execution.escrowed)))
    append(execution.fault, to: &members)
    members.append("entries", .array(report.entries.map { shown($0) }))
    if let quarantine = report.quarantine { members.append("quarantine", shown(quarantine)) }
    return .object(members)
  }

  static func shown(_ quarantine: ProvisioningQuarantine) -> JSONValue {
    [
      "reason": .string(quarantine.reason.rawValue), "code": .string(quarantine.fault.code),
      "message": .string(quarantine.fault.message), "since": time(quarantine.seriesBegan),
      "nextAttempt": time(quarantine.nextAttempt), "count": .integer(Int64(quarantine.seriesCount)),
    ]
  }

  static func shown(_ execution: ProvisioningExecution) -> JSONValue {
    var members: JSONObject = [
      "began": time(execution.began), "state": .string(execution.state.rawValue),
      "exported": .integer(Int64(execution.exported)),
    ]
    append(execution.fault, to: &members)
    return .object(members)
  }

  static func shown(_ entry: ProvisionedEntry) -> JSONValue {
    var members: JSONObject = [
      "id": "\(entry.id)", "at": .string(entry.at.iso8601), "app": .string(entry.app),
      "source": .string(entry.sourceName), "sourceId": "\(entry.source)", "type": entry.isGroup ? "Group" : "User",
    ]
    members.append("target", entry.target)
    members.append("action", entry.action?.rawValue)
    members.append("status", .string(entry.status.rawValue))
    members.append("skipReason", entry.skipReason)
    append(entry.fault, to: &members)
    members.append("reasons", .strings(entry.reasons))
    members.append(
      "changes",
      .array(
        entry.changes.map { change in
          var members: JSONObject = ["name": .string(change.name)]
          members.append("old", change.old)
          members.append("new", change.new)
          return .object(members)
        }))
    members.append("requests", .strings(entry.requests))
    if let number = entry.exchange { members.append("exchange", .integer(Int64(number))) }
    return .object(members)
  }

  static func shown(_ request: SentRequest) -> JSONValue {
    var members: JSONObject = [
      "number": .integer(Int64(request.number)), "app": .string(request.app), "at": .string(request.at.iso8601),
      "method": .string(request.method), "url": .string(request.url),
      "fields": .object(JSONObject(request.fields.map { .init(name: $0.name, value: .string($0.value)) })),
      "body": .string(request.body),
    ]
    if let status = request.status { members.append("status", .integer(Int64(status))) }
    members.append("answer", .string(request.answer))
    members.append("fault", request.fault)
    members.append("about", request.about)
    return .object(members)
  }

  private static func append(_ fault: ProvisioningFault?, to members: inout JSONObject) {
    members.append("code", fault?.code)
    members.append("message", fault?.message)
  }

  static func time(_ ticks: Int64) -> JSONValue { .string(UnixTime(ticks: ticks).iso8601) }
}
