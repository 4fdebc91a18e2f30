import HTTPWire
import Policy

/// One member of a pattern as a pattern of its own, to find which members an exchange does not fit.
struct PatternPart {
  let key: String
  let wanted: String
  /// A pattern with this member and no other.
  let pattern: Pattern
  /// What the exchange has there, in words; nil when it has nothing.
  let found: (Exchange, Exchange.Event?) -> String?

  /// The members of the pattern that are set, one part for each.
  static func parts(of pattern: Pattern) -> [PatternPart] {
    var parts: [PatternPart] = []
    func add<Value>(
      _ key: String, _ member: WritableKeyPath<Pattern, Value?>, _ words: (Value) -> String,
      _ found: @escaping (Exchange, Exchange.Event?) -> String?
    ) {
      guard let value = pattern[keyPath: member] else { return }
      var alone = Pattern()
      alone[keyPath: member] = value
      parts.append(PatternPart(key: key, wanted: words(value), pattern: alone, found: found))
    }
    add("event", \.event, \.rawValue) { $1?.rawValue }
    add("endpoint", \.endpoint, \.rawValue) { exchange, _ in exchange.endpoint.rawValue }
    add("grant", \.grant, \.self) { exchange, _ in exchange.grant }
    add("prompt", \.prompt, \.self) { exchange, _ in exchange.prompt }
    add("userFlow", \.userFlow, \.self) { exchange, _ in exchange.userFlow }
    add("binding", \.binding, \.rawValue) { exchange, _ in exchange.binding?.rawValue }
    add("initiated", \.initiated, \.rawValue) { exchange, _ in exchange.initiator?.rawValue }
    add("client", \.client, \.self) { exchange, _ in exchange.client?.alias }
    add("user", \.user, \.self) { exchange, _ in exchange.user?.alias }
    add("action", \.action, \.rawValue) { exchange, _ in exchange.action?.rawValue }
    add("group", \.group, \.self) { exchange, _ in exchange.group?.alias }
    add("tenant", \.tenant, \.self) { exchange, _ in (exchange.tenant ?? exchange.userTenant)?.alias }
    add("scope", \.scope, \.self) { exchange, _ in
      exchange.scopes.isEmpty ? nil : exchange.scopes.joined(separator: " ")
    }
    add("resource", \.resource, \.self) { exchange, _ in exchange.resource }
    add("error", \.error, \.self) { exchange, _ in exchange.refusal?.kind.label ?? exchange.resourceError }
    add("to", \.to, \.description) { exchange, _ in exchange.mail?.to.joined(separator: ", ") }
    add("from", \.from, \.description) { exchange, _ in exchange.mail?.from }
    add("subject", \.subject, \.description) { exchange, _ in exchange.mail?.subject }
    add("attachments", \.attachments, \.description) { exchange, _ in exchange.mail.map { "\($0.attachments)" } }
    add("host", \.host, \.description) { exchange, _ in exchange.host }
    add("path", \.path, \.description) { exchange, _ in exchange.path }
    add("method", \.method, \.self) { exchange, _ in exchange.method }
    for header in pattern.headers {
      var alone = Pattern()
      alone.headers = [header]
      parts.append(
        PatternPart(key: "header", wanted: "\(header)", pattern: alone) { exchange, _ in
          exchange.fields[header.name].map { Redaction.shown(field: header.name, $0) }
        })
    }
    for exception in pattern.exceptions {
      var alone = Pattern()
      alone.exceptions = [exception]
      parts.append(
        PatternPart(key: "not", wanted: "not (\(exception.summary))", pattern: alone) { _, _ in exception.summary })
    }
    return parts
  }
}
