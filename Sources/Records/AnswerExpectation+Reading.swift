import Scenarios
import YAML

extension AnswerExpectation {
  init(_ value: FileValue) throws(ScenarioError) {
    self.init()
    var fields = try FileMapping(value)
    status = try fields.expected("status")
    error = try fields.expected("error")
    text = try fields.expected("text")
    body = try fields.expected("body")
    json = try fields.expected("json")
    cookies = try fields.expected("cookies")
    self.fields = try fields.expectations("fields")
    cookieAttributes = try fields.expectations("cookieAttributes")
    members = try fields.names("members")
    if var section = try fields.section("redirect") {
      var redirect = RedirectExpectation()
      redirect.to = try section.expected("to")
      redirect.part = try section.take("part")?.text()
      redirect.names = try section.names("names")
      redirect.values = try section.expectations("values")
      try section.finish()
      self.redirect = redirect
    }
    if var section = try fields.section("page") {
      var page = PageExpectation()
      page.title = try section.expected("title")
      page.id = try section.expected("id")
      page.contains = try section.texts("contains")
      page.lacks = try section.texts("lacks")
      page.form = try section.names("form")
      page.values = try section.expectations("values")
      try section.finish()
      self.page = page
    }
    if let section = try fields.section("tokens") {
      for entry in section.entries {
        var token = TokenExpectation()
        var parts = try FileMapping(entry.value)
        token.header = try parts.expected("header")
        token.names = try parts.names("names")
        token.claims = try parts.expected("claims")
        token.spans = try parts.expectations("spans")
        try parts.finish()
        tokens.append((entry.value.key, token))
      }
    }
    if var section = try fields.section("challenge") {
      let scheme = try section.require("scheme", else: "a challenge needs its 'scheme'").text()
      let names = try section.names("names")
      challenge = ChallengeExpectation(scheme: scheme, names: names, values: try section.expectations("values"))
      try section.finish()
    }
    try fields.finish()
  }
}

extension FileMapping {
  /// What the file says of the value of that key. Nil without the key.
  mutating func expected(_ key: String) throws(ScenarioError) -> Expected? {
    try takeEvenNothing(key).map { value throws(ScenarioError) in try Expected(value) }
  }

  /// Names with what the file says of their values, in the order of the file.
  mutating func expectations(_ key: String) throws(ScenarioError) -> [(name: String, value: Expected)] {
    guard let section = try section(key) else { return [] }
    var all: [(name: String, value: Expected)] = []
    for entry in section.entries { all.append((entry.value.key, try Expected(entry.value))) }
    return all
  }

  mutating func texts(_ key: String) throws(ScenarioError) -> [String] {
    guard let value = take(key) else { return [] }
    var texts: [String] = []
    for item in value.oneOrMany() { texts.append(try item.text()) }
    return texts
  }

  /// A list of names, or a mapping of `names`, `but` and `part`.
  mutating func names(_ key: String) throws(ScenarioError) -> NameList? {
    guard let value = takeEvenNothing(key) else { return nil }
    if value.node.items != nil { return NameList(names: try value.allTexts()) }
    var section = try FileMapping(value, "a list of names, or a mapping of 'names', 'but' and 'part'")
    var list = NameList(names: try section.texts("names"))
    list.but = try section.texts("but")
    list.isPart = try section.take("part")?.bool() ?? false
    try section.finish()
    return list
  }
}

extension FileValue {
  fileprivate func allTexts() throws(ScenarioError) -> [String] {
    var texts: [String] = []
    for item in try list("a list of names") { texts.append(try item.text()) }
    return texts
  }
}
