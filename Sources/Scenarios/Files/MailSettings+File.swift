import JSON
import Mail
import Time

extension MailSettings {
  static let schema = Schema.mapping([
    .init(
      "bounce", .list(.text), "Addresses that cannot be delivered to; * stands for anything. The sender gets a report."),
    .init("delay", .duration, "How long a message is on its way to the mailboxes of the world."),
    .init("concurrency", .number(in: 1...1_000), "How many requests one app may have at one mailbox at once."),
    .init("requests", .number(in: 1...10_000), "How many requests one app may send to one mailbox in ten minutes."),
    .init(
      "strictRecipients", .bool, "Whether an address in a domain of the sender's tenant has to be somebody's."),
    .init("sizeLimit", .number(in: 1...157_286_400), "How large a message may be, in bytes."),
  ])

  /// Reads the keys of `mail`. What the file does not name stays.
  mutating func read(_ fields: inout FileMapping) throws(ScenarioError) {
    if let value = fields.take("bounce") {
      bounce = []
      for item in try value.list("a list of addresses such as ['*@example.com']") { bounce.append(try item.text()) }
    }
    if let value = try fields.take("delay")?.duration() { delay = value == .zero ? nil : value }
    if let value = fields.take("concurrency") { concurrency = try value.number(in: 1...1_000) }
    if let value = fields.take("requests") { requests = try value.number(in: 1...10_000) }
    if let value = fields.take("strictRecipients") { strictRecipients = try value.bool() }
    if let value = fields.take("sizeLimit") { sizeLimit = try value.number(in: 1...157_286_400) }
  }

  /// As a file says it, without what is usual.
  var written: JSONObject {
    var members: JSONObject = [:]
    if !bounce.isEmpty { members.append("bounce", .strings(bounce)) }
    members.append("delay", delay?.shortText)
    if let concurrency { members.append("concurrency", .integer(Int64(concurrency))) }
    if let requests { members.append("requests", .integer(Int64(requests))) }
    if strictRecipients { members.append("strictRecipients", true as JSONValue) }
    if sizeLimit != MailSettings().sizeLimit { members.append("sizeLimit", .integer(Int64(sizeLimit))) }
    return members
  }
}
