package import Directory
import JSON
import Time
import YAML

extension AccessPolicy: Worded {
  package static let references = words.compactMap(\.own)

  package static let words: [Word<AccessPolicy>] = [
    .member(
      "name", \.name, .text, "The name. The id follows from it.", new: "required", show: .always, isRequired: true),
    .shown("id", .guid, "The id, which `capolids` of a claims challenge names.") { policy, _ in policy.id.guid },
    .member("tenant", \.tenant, .tenant, "The tenant.", new: "the first tenant", show: .always),
    .member(
      "users", \.users, .optional(.oneOrMany(of: .user, label: "list of users")), "The users whom it is about.",
      new: "everybody, unless groups, roles or guests are named"),
    .member(
      "groups", \.groups, .optional(.oneOrMany(of: .group, label: "list of groups")),
      "Groups whose members it is about, beside `users`."),
    .member(
      "roles", \.roles, .optional(.oneOrMany(of: .directoryRole, label: "list of directory roles")),
      "Directory roles whose holders it is about, beside `users`."),
    .member("guests", \.includesGuests, .optional(.flag), "Whether it is about guests, beside `users`."),
    .member(
      "excludeUsers", \.excludedUsers, .optional(.oneOrMany(of: .user, label: "list of users")),
      "Users whom it is not about, whatever else it says."),
    .member(
      "excludeGroups", \.excludedGroups, .optional(.oneOrMany(of: .group, label: "list of groups")),
      "Groups whose members it is not about."),
    .member(
      "excludeRoles", \.excludedRoles, .optional(.oneOrMany(of: .directoryRole, label: "list of directory roles")),
      "Directory roles whose holders it is not about."),
    .member("excludeGuests", \.excludesGuests, .optional(.flag), "Whether it leaves guests out."),
    .member(
      "resources", \.resources, .optional(.oneOrMany(of: .resource, label: "list of APIs")), "The APIs that it guards.",
      new: "every API"),
    .member(
      "excludeResources", \.excludedResources, .optional(.oneOrMany(of: .resource, label: "list of APIs")),
      "APIs that it does not guard, though `resources` has them."),
    .member(
      "scopes", \.scopes, .optional(.oneOrMany(of: .text, label: "list of permissions")),
      "The permissions that it guards. It then applies only to requests for one of them, and a token that nobody asked them for does without.",
      new: "every permission"),
    .member(
      "workloads", \.workloads, .optional(.workloads),
      "Apps that sign in as themselves, or `all` apps of the tenant. The policy is then about no user, and can only block.",
      new: "no app"),
    .member(
      "authenticationContexts", \.authenticationContexts,
      .oneOrMany(of: .authenticationContext, label: "list of `c1` … `c99`"),
      "Authentication contexts. The policy then applies only when a request asks for one of them."),
    .member(
      "authenticationFlows", \.flows, .optional(.oneOrMany(of: .choice, label: "list of `deviceCode`, `transfer`")),
      "The ways of signing in that it is about: by a device code, or handed over from another device. A device code is looked at on the page where the user signs in, and both when the device asks for tokens.",
      new: "every way"),
    .member(
      "clientApps", \.clientKinds,
      .optional(.oneOrMany(of: .choice, label: "list of `browser`, `mobileAppsAndDesktopClients`")),
      "The kinds of clients that it is about. A native app, a device code and a password that an app takes itself are not a browser.",
      new: "every kind"),
    .member(
      "places", \.places, .optional(.oneOrMany(of: .choice, label: "list of `trusted`, `elsewhere`")),
      "The places that it is about, as `trustedLocation` of a user says. Where a policy has this word, nobody is blocked for being elsewhere unless a policy says so.",
      new: "every place"),
    .shown(
      "inert", .text, "The condition that this server does not understand. Such a policy acts on nobody.", always: false
    ) { policy, _ in policy.inertBecause },
    .member(
      "require", \.controls, .controls, "The control that is demanded, or a list of controls.",
      new: "none; then `signInFrequency` is required"),
    .member(
      "operator", \.controlOperator, .optional(.choice),
      "Whether one of several controls will do, or all are demanded.",
      new: "`OR`"),
    .member(
      "signInFrequency", \.signInFrequency, .optional(.signInFrequency), "How long a sign-in counts.",
      new: "as long as the session lasts"),
    .member("enabled", \.isEnabled, .flag, "Whether the policy is in force.", new: "`true`", show: .always),
    .member(
      "graph", \.written, .optional(.plain(.anything)),
      "The policy in Graph's form, as a client wrote it. The server acts on the words above, and on none where a condition of this form is not understood.",
      show: .never),
  ]

  /// Reads one of `policies`: `{ name: mfa for the API, users: [alice], resources: [api], require: mfa, signInFrequency: 1h }`.
  init(_ value: FileValue, in directory: DirectoryState) throws(ScenarioError) {
    var fields = try FileMapping(value, "a mapping such as { name: mfa, require: mfa }")
    var values: [String: FileValue] = [:]
    for word in Self.words where word.written != nil {
      values[word.name] = try fields.takeEvenNothing(word.name, or: word.synonyms)
    }
    guard let name = values["name"].flatMap({ $0.node.isNull ? nil : $0 }) else {
      throw fields.missing("name", else: "a policy needs 'name'")
    }
    let editor = DirectoryEditor(directory, at: UnixTime(seconds: 0))
    self.init(id: .named(try name.text()), name: "", tenant: editor.homeTenant)
    let place = WordPlace(directory: directory)
    for word in Self.words {
      guard let value = values[word.name] else { continue }
      if case .object(let change) = try word.read(value, place, self).effect { change(&self) }
    }
    // A policy that nobody can carry out as it was meant never acts, wherever it was written.
    inertBecause = written.flatMap { AccessPolicy.strangeCondition(in: $0["conditions"] ?? [:]) }
    guard control != nil || signInFrequency != nil || written != nil else {
      throw fields.missing("require", else: "a policy needs 'require' or 'signInFrequency'")
    }
    if let value = values["workloads"], workloads != nil {
      guard users == nil, groups == nil, roles == nil, scopes == nil, authenticationContexts.isEmpty,
        signInFrequency == nil, control == .block
      else {
        throw value.error(
          "a policy about apps that sign in as themselves can only 'require: block', and names no users")
      }
    }
    try fields.finish()
  }
}

extension WordType where Value == [AccessPolicy.Control] {
  /// One control stands alone.
  static let controls: Self = {
    let item = WordType<AccessPolicy.Control>.choice
    return Self(
      .oneOrMany(item.shape),
      shown: .either([item.shown, .list(item.shown)], expected: "a control, or a list of controls"),
      label: item.label + "; or a list of these", absent: [],
      read: { value, place throws(ScenarioError) in
        var controls: [AccessPolicy.Control] = []
        for one in value.oneOrMany() { controls.append(try item.read(one, place)) }
        return controls
      },
      write: { controls, names in
        let written = controls.compactMap { item.write($0, names) }
        return written.count == 1 ? written[0] : .array(written)
      })
  }()
}

extension WordType where Value == AccessPolicy.Workloads {
  static let workloads = Self(
    .either([.choice(["all"]), .oneOrMany(.text(.plain))], expected: "\"all\", or a list of apps"),
    shown: .either([.choice(["all"]), .list(.word)], expected: "\"all\", or a list of apps"),
    label: "`all`, or list of apps",
    read: { value, place throws(ScenarioError) in
      if value.node.text == "all" { return .all }
      return .some(try WordType<[Application.ID]>.clients.read(value, place))
    },
    write: { workloads, names in
      switch workloads {
      case .all: "all"
      case .some(let apps): .strings(apps.map(names.application))
      }
    })
}

extension WordType where Value == String {
  static let authenticationContext = text(
    pattern: "^c[1-9][0-9]?$", label: "`c1` … `c99`", "c1 to c99",
    read: { value, _ throws(ScenarioError) in
      let text = try value.text("a list such as [c1]")
      guard text.first == "c", let number = Int(text.dropFirst()), (1...99).contains(number), text == "c\(number)"
      else {
        throw value.error("'\(text)' is not an authentication context; use c1 to c99")
      }
      return text
    })
}

extension WordType where Value == TimeSpan {
  /// At least a second, or every time.
  static let signInFrequency = Self(
    .either([.choice(["everyTime"]), .text(.span)], expected: #"a duration such as "1h", or "everyTime""#),
    shown: .either([.choice(["everyTime"]), .duration], expected: #"a duration such as "1h", or "everyTime""#),
    label: "duration or `everyTime`",
    read: { value, _ throws(ScenarioError) in
      if value.node.text == "everyTime" { return TimeSpan(.zero) }
      guard let duration = value.node.text.flatMap({ Duration(text: $0) }), duration > .zero else {
        throw value.mismatch("a duration such as 1h, or everyTime")
      }
      guard duration >= .seconds(1) else {
        throw value.error("'signInFrequency' is at least 1s; write everyTime for less")
      }
      return TimeSpan(duration)
    },
    write: { span, _ in .string(span.seconds == 0 ? "everyTime" : span.duration.shortText) })
}
