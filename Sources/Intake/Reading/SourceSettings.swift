import Bytes
import LooseFormats

/// Reads the constants of a program's source as settings: assignments, members of object literals, named arguments, and the
/// positional arguments of the libraries' constructors. The source is never run.
struct SourceSettings {
  /// How many open brackets a setting names.
  private static let depth = 32

  private let tokens: [SourceToken]
  private let isPython: Bool
  private var settings: [Setting] = []
  /// What the values may cost before only their first tokens count: sixteen times the file, where brackets do not close.
  private var left: Int

  /// The settings, and all texts of the source that have a scheme in them.
  static func parse(_ text: SourceText, hashComments: Bool, isPython: Bool) -> (settings: [Setting], texts: [Setting]) {
    var reader = SourceSettings(
      tokens: SourceScanner.tokens(of: text, hashComments: hashComments), isPython: isPython,
      left: 16 * text.bytes.count + 16_384)
    reader.run()
    let texts = reader.tokens.filter { $0.kind == .text && $0.text.firstPlace(of: "://") != nil }
    return (reader.settings, texts.map { Setting(key: "", value: $0.text, line: $0.line) })
  }

  private init(tokens: [SourceToken], isPython: Bool, left: Int) {
    (self.tokens, self.isPython, self.left) = (tokens, isPython, left)
  }

  private func sign(_ index: Int, _ text: String) -> Bool { tokens.has(text, at: index) }

  private func name(_ index: Int) -> String? { tokens.name(at: index) }

  private mutating func run() {
    var open: [(number: Int, name: String)] = []
    var counter = 0
    for index in tokens.indices {
      let token = tokens[index]
      if token.kind == .sign {
        switch token.text {
        case "{", "(", "[":
          counter += 1
          open.append((counter, ownerName(before: index)))
        case "}", ")", "]": _ = open.popLast()
        default: break
        }
        continue
      }
      // Where brackets do not close, as in a text that was taken for source, the innermost ones say enough.
      var path: [String] { open.suffix(Self.depth).map(\.name) }
      var scope: [Int] { open.suffix(Self.depth).map(\.number) }
      if let start = valueStart(afterKeyAt: index) {
        let count = settings.count
        add(token.text, from: start, path: path, scope: scope, line: token.line)
        // A member of a settings class with an empty value, or with the call of a field alone, too.
        if isPython, open.isEmpty, settings.count == count, name(start) == "Field" {
          settings.append(Setting(path: path, key: token.text, value: "", scope: scope, line: token.line))
        }
        if isPython, open.isEmpty, settings.count > count, settings[count].value.isEmpty,
          token.text == token.text.uppercased()
        {
          settings[count].value = "${\(token.text)}"
          settings[count].values = [settings[count].value]
        }
      } else if isPython, open.isEmpty, token.kind == .name, sign(index + 1, ":"), let type = name(index + 2),
        ["str", "UUID", "SecretStr"].contains(type), index + 3 >= tokens.count || tokens[index + 3].line > token.line
      {
        // A member of a settings class without a value comes from the variable of its name.
        settings.append(
          Setting(path: path, key: token.text, value: "${\(token.text.uppercased())}", scope: scope, line: token.line))
      } else if token.kind == .name, sign(index + 1, "("), Self.isCall(token.text) {
        call(token, at: index, path: path, scope: scope)
      }
    }
    addVariables()
  }

  /// The name that an opening bracket belongs to: of `auth: {`, `auth = {` and `auth(`.
  private func ownerName(before index: Int) -> String {
    var at = index - 1
    // `array(` of PHP is what `[` is.
    if sign(index, "("), name(at) == "array" { at -= 1 }
    // The call of a provider is what its arguments are about.
    if sign(index, "("), let call = name(at), call.utf8.first.map(ASCII.isUppercase) == true { return call + "(" }
    // A block of statements has no name that matters.
    func isJoint(_ at: Int) -> Bool {
      sign(at, ":") || sign(at, "=") || sign(at, ":=") || name(at) == "new" || isArrow(at)
    }
    guard isJoint(at) else { return "" }
    while at >= 0, isJoint(at) { at -= 1 }
    // `options: Type = {`
    if name(at) != nil, sign(at + 1, "="), sign(at - 1, ":"), name(at - 2) != nil { at -= 2 }
    // `$config['azure'] = [`
    if sign(at, "]"), at > 0, tokens[at - 1].kind == .text { at -= 1 }
    guard at >= 0, tokens[at].kind != .sign else { return "" }
    return tokens[at].text
  }

  /// `'key' => value` of PHP and Ruby. After a name it is a function of JavaScript.
  private func isArrow(_ at: Int) -> Bool { sign(at, "=>") && at > 0 && tokens[at - 1].kind == .text }

  /// A program may only read variables that are signs of the platform: `provider :azure, ENV['AAD_CLIENT_ID'], ENV['AAD_TENANT']`.
  private mutating func addVariables() {
    let read = tokens.indices.filter { index in
      guard tokens[index].kind == .text, isReader(name(index - 2)) || isReader(name(index - 4)) else { return false }
      let words = KeyWords(tokens[index].text)
      return EntraSign.isIn(words.prefix) && [.clientId, .tenant, .secret].contains(words.fact)
    }.map { Setting(key: tokens[$0].text, value: "${\(tokens[$0].text)}", line: tokens[$0].line) }
    func isId(_ setting: Setting) -> Bool { KeyWords(setting.key).fact == .clientId }
    if read.contains(where: isId), !read.allSatisfy(isId), !settings.contains(where: isId) { settings += read }
  }

  private func isReader(_ name: String?) -> Bool {
    ["env", "environ", "getenv", "getenvironmentvariable", "lookupenv"].contains(ASCII.lowercased(name ?? ""))
  }

  /// Where the value of the key begins. Nil for a token that is not a key.
  private func valueStart(afterKeyAt index: Int) -> Int? {
    var at = index + 1
    if tokens[index].kind == .text, sign(at, "]") { at += 1 }
    // A Go or C-like declaration has its type before or after the name.
    if tokens[index].kind == .name, name(at) == "string", sign(at + 1, "=") { at += 1 }
    // A property of C# with an initial value.
    if sign(at, "{"), name(at + 1) == "get" {
      while at < min(index + 40, tokens.count), !sign(at, "}") { at += 1 }
      at += 1
      // The empty value of an options class is nobody's.
      if sign(at, "="), at + 1 < tokens.count, tokens[at + 1].kind == .text, tokens[at + 1].text.isEmpty { return nil }
    }
    if sign(at, "=") || sign(at, ":=") || isArrow(at) { return at + 1 }
    // `define('KEY', value)` of PHP.
    if tokens[index].kind == .text, sign(at, ","), sign(index - 1, "("), name(index - 2) == "define" { return at + 1 }
    guard sign(at, ":") else { return nil }
    at += 1
    if isPython, tokens[index].kind == .name {
      // An annotation is not a value, and neither is what stands in its brackets.
      var (end, depth) = (at, 0)
      while end < min(at + 24, tokens.count), tokens[end].line == tokens[index].line,
        depth > 0 || !sign(end, "=") && !sign(end, ",")
      {
        if tokens[end].kind == .sign { depth += ["(": 1, "[": 1, ")": -1, "]": -1][tokens[end].text] ?? 0 }
        if depth < 0 { return nil }
        end += 1
      }
      return sign(end, "=") ? end + 1 : nil
    }
    // `name: Type = value`
    var end = at
    while end < at + 6, end < tokens.count,
      tokens[end].kind == .name || ["[", "]", "?", "!", "<", ">", "."].contains(tokens[end].text)
    {
      end += 1
    }
    if end > at, sign(end, "="), name(at) != nil || sign(at, "[") { return end + 1 }
    return at
  }

  /// Returns the token after the value.
  @discardableResult
  private mutating func add(_ key: String, from start: Int, path: [String], scope: [Int], line: Int) -> Int {
    var expression = SourceExpression(tokens: tokens, at: start, most: left > 0 ? SourceExpression.longest : 24)
    let values = expression.values()
    left -= values.reduce(4 * (expression.end - start)) { $0 + $1.utf8.count }
    if let first = values.first {
      settings.append(Setting(path: path, key: key, value: first, values: values, scope: scope, line: line))
    }
    return expression.end
  }

  /// What the arguments of these calls are, by their order.
  private static let positional = Dictionary(
    uniqueKeysWithValues: calls.parts(0x0A).map(\.blankParts).map { ($0[0], $0.dropFirst()) })
  private static let calls = """
    ConfidentialClientApplication clientId
    PublicClientApplication clientId
    ClientSecretCredential tenantId clientId clientSecret
    NewClientSecretCredential tenantId clientId clientSecret
    ClientCertificateCredential tenantId clientId clientCertificatePath
    NewClientCertificateCredential tenantId clientId clientCertificatePath
    UsernamePasswordCredential clientId
    builder clientId
    Create clientId
    scopes scopes
    setScopes scopes
    fromMetadataLocation metadataLocation
    collectionFromMetadataLocation metadataLocation
    registrationId registrationId
    entityId entityId
    assertionConsumerServiceLocation assertionConsumerServiceLocation
    singleLogoutServiceLocation singleLogoutServiceLocation
    singleSignOnServiceLocation singleSignOnServiceLocation
    """

  /// `.WithRedirectUri("…")` of the libraries' builders.
  private static func isBuilder(_ name: String) -> Bool {
    name.utf8.count > 6 && (name.hasPrefix("With") || name.hasPrefix("with"))
  }

  private static func isCall(_ name: String) -> Bool { isBuilder(name) || positional[name] != nil }

  private mutating func call(_ token: SourceToken, at index: Int, path: [String], scope: [Int]) {
    var at = index + 2
    if Self.isBuilder(token.text) {
      add(String(token.text.dropFirst(4)), from: at, path: path, scope: scope, line: token.line)
      return
    }
    if token.text == "builder" || token.text == "Create" {
      guard let owner = name(index - 2), owner.firstPlace(of: "ClientApplication") != nil else { return }
    }
    guard !sign(at, "{"), !sign(at + 1, "="), !token.text.hasSuffix("copes") || sign(index - 1, "->") else { return }
    for key in Self.positional[token.text] ?? [] {
      guard at < tokens.count, !sign(at, ")") else { return }
      at = add(key, from: at, path: path + [token.text + "("], scope: scope, line: token.line) + 1
    }
  }
}
