import Bytes
import Directory
import JSON
import Policy
import Time
import YAML

extension WordType where Value == ProvisioningSettings {
  /// How users and groups are written into the app. Two lines are enough: `tenantUrl` and `secretToken`.
  static let provisioning = Self(
    .object(
      addressMembers + [
        .init("enabled", .flag, "`false`: the job stands still, as after a pause."),
        .init(
          "scope", .words(ProvisioningSettings.Scope.self),
          "`assigned`: those who were given the app, and direct members of groups that were; `all`: all of the tenant."),
        .init("interval", .text(.span), "From one cycle to the next; 40m without it."),
        .init("preset", .words(ProvisioningSettings.Preset.self), "The rows that the mapping of users begins with."),
        .init("mappings", .list(row), "Rows of users in the place of those with the same target, and further ones."),
        .init("groupMappings", .list(row), "The same for groups."),
        .init("groups", .flag, "`false`: no group is written."),
        .init("actions", .list(.words(ProvisioningSettings.ObjectAction.self)), "What may be done; all without it."),
        .init(
          "scopingFilters", .list(.list(clause)),
          "Conditions on users: one of the lists has to hold, with all that is in it."),
        .init("skipOutOfScopeDeletions", .flag, "`true`: users who leave the scope stay as they are."),
        .init(
          "accidentalDeletions", .number(1...1_000_000),
          "So many disables and deletes of one cycle are held for a human."),
        .init(
          "quarantine",
          .object([
            .init("minimum", .number(1...1_000_000), "So many failures; 5000 without it."),
            .init("share", .number(1...100), "That share of the entries, in percent; 40 without it."),
          ]), "When failures stop the job."),
      ] + optionMembers), label: "mapping with `tenantUrl`",
    read: { value, _ throws(ScenarioError) in
      var fields = try FileMapping(
        value, "a mapping such as { tenantUrl: 'http://localhost:5001/scim', secretToken: t0ken }")
      var settings = try addresses(&fields)
      if let isEnabled = try fields.take("enabled")?.bool(), !isEnabled { settings.isStopped = true }
      if try fields.take("scope")?.choice(ProvisioningSettings.Scope.self) == .all { settings.scope = .all }
      settings.interval = try fields.take("interval")?.cycleInterval()
      settings.preset = try fields.take("preset")?.choice(ProvisioningSettings.Preset.self)
      let (userRows, groupRows) = (fields.take("mappings"), fields.take("groupMappings"))
      settings.userRows = try userRows.map { list throws(ScenarioError) in try list.mappingRows() }
      settings.groupRows = try groupRows.map { list throws(ScenarioError) in
        try list.mappingRows(among: SourceAttribute.ofGroups)
      }
      try userRows?.hasMatching(StandardMapping.userRows(settings))
      try groupRows?.hasMatching(StandardMapping.groupRows(settings))
      settings.provisionsGroups = try fields.take("groups")?.bool()
      if let list = fields.take("actions") {
        settings.actions = []
        for item in try list.list("a list such as [create, update]") {
          settings.actions?.append(try item.choice(ProvisioningSettings.ObjectAction.self))
        }
      }
      settings.scopingFilters = try fields.take("scopingFilters")?.scopingFilters()
      settings.skipsOutOfScopeDeletions = try fields.take("skipOutOfScopeDeletions")?.bool() ?? false
      settings.deletionThreshold = try fields.take("accidentalDeletions")?.number(in: 1...1_000_000)
      if var quarantine = try fields.section("quarantine") {
        settings.quarantineMinimum = try quarantine.take("minimum")?.number(in: 1...1_000_000)
        settings.quarantineShare = try quarantine.take("share")?.number(in: 1...100)
        try quarantine.finish()
      }
      try options(&fields, &settings)
      try fields.finish()
      return settings
    },
    write: { settings, names in .object(written(settings, isForFile: names.isForFile)) })

  private static let addressMembers: [Shape.Member] = [
    .init("tenantUrl", .text(.plain), "The address of the app's SCIM server, with the flags in its query."),
    .init("secretToken", .text(.plainSecret), "The token that requests have."),
    .init(
      "clientCredentials",
      .object([
        .required("tokenEndpoint", .text(.plain), "Where a token is asked for."),
        .required("clientId", .text(.plain), "The client's id."),
        .required("clientSecret", .text(.plainSecret), "The client's secret."),
        .init(
          "sentIn", .words(ProvisioningSettings.CredentialLocation.self),
          "Where id and secret stand; `Header` without it."),
        .init("scope", .text(.plain), "The `scope` of the request; none without it."),
      ]), "In the place of `secretToken`: the service asks for a token itself."),
  ]

  private static let optionMembers: [Shape.Member] = [
    .init("emptyRoles", .flag, #"`true`: a new user's body ends with `"roles":[]`."#),
    .init(
      "memberRef", .either([.words(ProvisioningSettings.MemberForm.self), .null], expected: "none or null"),
      #"`null`: members have `"$ref":null`."#),
    .init(
      "activeAs", .words(ProvisioningSettings.ActiveForm.self),
      #"The form of `active` in changes: `"False"` or `false`."#),
    .init("bodyOrder", .words(ProvisioningSettings.BodyOrder.self), "The first member of the body of a change."),
    .init(
      "missing", .words(ProvisioningSettings.MissingForm.self),
      "What is sent for an attribute that the app does not have."),
    .init("membersPerRequest", .number(1...1_000), "How many members one operation names; 1000 without it."),
    .init("parallel", .number(1...64), "How many entries are sent at once; 1 without it."),
    .init("probeEmptyCycles", .flag, "`false`: a cycle without changes sends nothing."),
    .init("userAgent", .text(.plain), "The `User-Agent` of requests; they have none without it."),
  ]

  private static let row = Shape.object([
    .required(
      "target", .text(.plain), #"The attribute of the app, such as `nickName` or `emails[type eq "work"].value`."#),
    .init("source", .text(.plain), "The attribute of the directory."),
    .init("constant", .text(.plainOrEmpty), "A value that is always the same."),
    .init("expression", .text(.plain), "An expression such as `ToLower([mail])`."),
    .init("default", .text(.plain), "What a new object gets when the source has nothing."),
    .init("when", .words(MappingRow.Flow.self), "When it is sent; `Always` without it."),
    .init("matching", .number(1...9), "Objects are looked up by the row with 1 first."),
    .init("removed", .flag, "`true`: the row of that target is taken out."),
  ])

  private static let clause = Shape.object([
    .required("attribute", .text(.plain), "The attribute of the user."),
    .required("operator", .words(ScopingClause.Operator.self), "How it is compared."),
    .init("value", .oneOrMany(.text(.plain)), "With what."),
  ])

  private static func addresses(_ fields: inout FileMapping) throws(ScenarioError) -> ProvisioningSettings {
    var settings = ProvisioningSettings()
    if let address = fields.take("tenantUrl") {
      let url = try address.text("an address such as http://localhost:5001/scim")
      guard ProvisioningAddress(url) != nil else {
        throw address.error(
          "'\(url)' is not a tenant URL; write an address of http or https with a host, without a fragment")
      }
      if ProvisioningAddress(url)?.hasBothFlags == true {
        throw address.error("aadOptscim062020 and AzureAdScimPatch2017 exclude each other; leave one out")
      }
      settings.tenantURL = url
    }
    let token = fields.take("secretToken")
    settings["SecretToken"] = try token?.fieldText()
    if let value = fields.take("clientCredentials") {
      if token != nil {
        throw value.error("'secretToken' and 'clientCredentials' are two ways to say it; leave one out")
      }
      var members = try FileMapping(value, "a mapping with tokenEndpoint, clientId and clientSecret")
      let endpoint = try members.require("tokenEndpoint", else: "'clientCredentials' needs 'tokenEndpoint'")
      let url = try endpoint.text()
      guard ProvisioningAddress(url) != nil else { throw endpoint.error("'\(url)' is not an address of http or https") }
      settings[ProvisioningSettings.tokenEndpointKey] = url
      settings[ProvisioningSettings.clientIDKey] = try members.require(
        "clientId", else: "'clientCredentials' needs 'clientId'"
      ).text()
      settings[ProvisioningSettings.clientSecretKey] = try members.require(
        "clientSecret", else: "'clientCredentials' needs 'clientSecret'"
      ).text()
      settings.credentialLocation = try members.take("sentIn")?.choice(ProvisioningSettings.CredentialLocation.self)
      settings.tokenScope = try members.take("scope")?.text()
      try members.finish()
    }
    return settings
  }

  private static func options(
    _ fields: inout FileMapping, _ settings: inout ProvisioningSettings
  ) throws(ScenarioError) {
    settings.sendsEmptyRoles = try fields.take("emptyRoles")?.bool()
    // `null` is a word here, and not nothing.
    if let value = fields.takeEvenNothing("memberRef") {
      settings.memberForm = value.node.isNull ? .null : try value.choice(ProvisioningSettings.MemberForm.self)
    }
    settings.activeForm = try fields.take("activeAs")?.choice(ProvisioningSettings.ActiveForm.self)
    settings.bodyOrder = try fields.take("bodyOrder")?.choice(ProvisioningSettings.BodyOrder.self)
    settings.missingForm = try fields.take("missing")?.choice(ProvisioningSettings.MissingForm.self)
    settings.membersPerRequest = try fields.take("membersPerRequest")?.number(in: 1...1_000)
    settings.parallel = try fields.take("parallel")?.number(in: 1...64)
    settings.probesEmptyCycles = try fields.take("probeEmptyCycles")?.bool()
    settings.userAgent = try fields.take("userAgent")?.fieldText()
  }

  /// Secrets stand in files alone.
  private static func written(_ settings: ProvisioningSettings, isForFile: Bool) -> JSONObject {
    var members = JSONObject()
    members.append("tenantUrl", settings.tenantURL)
    if isForFile { members.append("secretToken", settings[ProvisioningSettings.tokenKey]) }
    if let endpoint = settings[ProvisioningSettings.tokenEndpointKey] {
      var credentials: JSONObject = ["tokenEndpoint": .string(endpoint)]
      credentials.append("clientId", settings[ProvisioningSettings.clientIDKey])
      if isForFile { credentials.append("clientSecret", settings[ProvisioningSettings.clientSecretKey]) }
      credentials.append("sentIn", settings.credentialLocation?.rawValue)
      credentials.append("scope", settings.tokenScope)
      members.append("clientCredentials", .object(credentials))
    }
    if settings.isStopped == true { members.append("enabled", false) }
    if settings.scope == .all { members.append("scope", "all") }
    members.append("interval", settings.interval?.duration.shortText)
    members.append("preset", settings.preset?.rawValue)
    if let rows = settings.userRows { members.append("mappings", .array(rows.map(\.written))) }
    if let rows = settings.groupRows { members.append("groupMappings", .array(rows.map(\.written))) }
    members.append("groups", flag: settings.provisionsGroups)
    if let actions = settings.actions { members.append("actions", .strings(actions.map(\.rawValue))) }
    if let filters = settings.scopingFilters {
      members.append("scopingFilters", .array(filters.map { .array($0.map(\.written)) }))
    }
    if settings.skipsOutOfScopeDeletions { members.append("skipOutOfScopeDeletions", true) }
    members.append("accidentalDeletions", number: settings.deletionThreshold)
    if settings.quarantineMinimum != nil || settings.quarantineShare != nil {
      var quarantine = JSONObject()
      quarantine.append("minimum", number: settings.quarantineMinimum)
      quarantine.append("share", number: settings.quarantineShare)
      members.append("quarantine", .object(quarantine))
    }
    members.append("emptyRoles", flag: settings.sendsEmptyRoles)
    members.append("memberRef", settings.memberForm?.rawValue)
    members.append("activeAs", settings.activeForm?.rawValue)
    members.append("bodyOrder", settings.bodyOrder?.rawValue)
    members.append("missing", settings.missingForm?.rawValue)
    members.append("membersPerRequest", number: settings.membersPerRequest)
    members.append("parallel", number: settings.parallel)
    members.append("probeEmptyCycles", flag: settings.probesEmptyCycles)
    members.append("userAgent", settings.userAgent)
    return members
  }
}

extension JSONObject {
  fileprivate mutating func append(_ name: String, flag: Bool?) { if let flag { append(name, .bool(flag)) } }
  fileprivate mutating func append(_ name: String, number: Int?) {
    if let number { append(name, .integer(Int64(number))) }
  }
}

extension MappingRow {
  fileprivate var written: JSONValue {
    var members: JSONObject = ["target": .string(target)]
    switch source {
    case .attribute(let name): members.append("source", name)
    case .constant(let text): members.append("constant", text)
    case .expression(let text): members.append("expression", text)
    case nil: members.append("removed", true)
    }
    members.append("default", defaultValue)
    if flow != .always { members.append("when", flow.rawValue) }
    members.append("matching", number: matching)
    return .object(members)
  }
}

extension ScopingClause {
  fileprivate var written: JSONValue {
    var members: JSONObject = ["attribute": .string(attribute), "operator": .string(operation.rawValue)]
    if operation.takesValues {
      members.append("value", values.count == 1 ? .string(values[0]) : .strings(values))
    }
    return .object(members)
  }
}

extension FileValue {
  fileprivate func cycleInterval() throws(ScenarioError) -> TimeSpan {
    let duration = try duration()
    guard duration >= .seconds(1) else { throw error("cycles come at most once a second; write 1s or more") }
    return TimeSpan(duration)
  }

  fileprivate func mappingRows(among names: [String]? = nil) throws(ScenarioError) -> [MappingRow] {
    var rows: [MappingRow] = []
    var seen = SeenWords()
    for item in try list("a list of mappings such as { target: nickName, source: mailNickname }") {
      let row = try item.mappingRow(among: names)
      guard seen.insert(row.target) else {
        throw item.error("two rows have the target '\(row.target)'; a target has one")
      }
      rows.append(row)
    }
    return rows
  }

  /// Refuses a mapping without a row by which objects of the app are found: each of them would be made again.
  fileprivate func hasMatching(_ rows: [MappingRow]) throws(ScenarioError) {
    guard !rows.contains(where: { $0.matching != nil }) else { return }
    throw error("no row is left by which objects of the app are found; give one of them 'matching: 1'")
  }

  /// A text that stands in a header field.
  fileprivate func fieldText() throws(ScenarioError) -> String {
    let text = try text()
    guard text.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) else {
      throw error("'\(key)' has a character that no header field has; write letters, digits and signs of ASCII")
    }
    return text
  }

  private func mappingRow(among names: [String]?) throws(ScenarioError) -> MappingRow {
    var fields = try FileMapping(self, "a mapping such as { target: nickName, source: mailNickname }")
    let target = try fields.require("target", else: "a row needs 'target', an attribute of the app")
    let path = try target.text()
    guard MappingTarget.isWritable(path) else {
      throw target.error("'\(path)' is not an attribute that can be written; see the page on provisioning")
    }
    var row = MappingRow(path, nil)
    let (source, constant, expression) = (fields.take("source"), fields.take("constant"), fields.take("expression"))
    let isRemoved = try fields.take("removed")?.bool() ?? false
    switch (source, constant, expression, isRemoved) {
    case (let source?, nil, nil, false):
      let name = try source.text("an attribute")
      guard names?.contains(name) ?? SourceAttribute.isKnown(name) else {
        throw source.unknown("attribute", among: names ?? SourceAttribute.names)
      }
      row.source = .attribute(name)
    case (nil, let constant?, nil, false): row.source = .constant(try constant.anyText())
    case (nil, nil, let expression?, false):
      let text = try expression.text("an expression")
      do throws(MappingExpression.Fault) { _ = try MappingExpression(text) } catch {
        throw expression.error("\(error.text)")
      }
      row.source = .expression(text)
    case (nil, nil, nil, true): break
    default: throw error("a row has one of 'source', 'constant', 'expression' and 'removed: true'")
    }
    row.defaultValue = try fields.take("default")?.text()
    row.flow = try fields.take("when")?.choice(MappingRow.Flow.self) ?? .always
    row.matching = try fields.take("matching")?.number(in: 1...9)
    try fields.finish()
    return row
  }

  fileprivate func scopingFilters() throws(ScenarioError) -> [[ScopingClause]] {
    let form = "a list of lists such as [[{ attribute: jobTitle, operator: EQUALS, value: Engineer }]]"
    var filters: [[ScopingClause]] = []
    for item in try list(form) {
      var clauses: [ScopingClause] = []
      for clause in try item.list(form) { clauses.append(try clause.scopingClause()) }
      filters.append(clauses)
    }
    return filters
  }

  private func scopingClause() throws(ScenarioError) -> ScopingClause {
    var fields = try FileMapping(self, "a mapping such as { attribute: jobTitle, operator: EQUALS, value: Engineer }")
    let name = try fields.require("attribute", else: "a clause needs 'attribute'")
    let attribute = try name.text()
    guard SourceAttribute.isKnown(attribute) else { throw name.unknown("attribute", among: SourceAttribute.names) }
    guard SourceAttribute.fitsFilters(attribute) else {
      throw name.error(
        "scoping filters do not compare '\(attribute)'; lists, references, dates and userType are not for them")
    }
    let operation = try fields.require("operator", else: "a clause needs 'operator', such as EQUALS").choice(
      ScopingClause.Operator.self, called: "operator")
    let value = fields.take("value")
    if let value, !operation.takesValues {
      throw value.error("\(operation.rawValue) compares with nothing; leave it out")
    }
    var values: [String] = []
    for item in value?.oneOrMany() ?? [] {
      let text = try item.text()
      if operation == .matches || operation == .matchesNot {
        do throws(AttributePattern.Fault) { _ = try AttributePattern(text) } catch {
          throw item.error("'\(text)' cannot be used as a pattern here: \(error.text)")
        }
      }
      if operation.takesNumbers, Int(text) == nil {
        throw item.error("\(operation.rawValue) compares whole numbers, and '\(text)' is not one")
      }
      values.append(text)
    }
    if operation.takesValues, values.isEmpty {
      throw fields.missing("value", else: "\(operation.rawValue) needs 'value'")
    }
    try fields.finish()
    return ScopingClause(attribute, operation, values)
  }
}
