extension AssistantTool {
  /// What an assistant that writes tests needs of the control API, by what a person does in the console.
  static let all: [AssistantTool] = [
    // What happened, and why.
    AssistantTool("health", .reads, "Tells the server's version, scenario and addresses."),
    AssistantTool(
      "listExchanges", .reads,
      "The journal: begin here when a test fails. 'error' and 'event' narrow the list; 'after' goes on from a number.",
      usual: [("limit", "20")]),
    AssistantTool(
      "findExchanges", .reads,
      "One exchange with the server's reasons in order. 'id' is its number, or a trace id or correlation id of an error text."
    ),
    AssistantTool("explainRefusal", .reads, "What an AADSTS error means, its remedy, and what each MSAL makes of it."),
    AssistantTool("advise", .reads, "What the app could do better, as its requests show."),
    AssistantTool("clearExchanges", .removes),
    // Worlds.
    AssistantTool("listWorlds", .reads),
    AssistantTool(
      "createWorld", .changes,
      "Give each test a world of its own: the answer has its name, authority, users and apps. Other tools take the name as 'world'."
    ),
    AssistantTool("showWorld", .reads),
    AssistantTool("showStory", .reads),
    AssistantTool("removeWorld", .removes),
    AssistantTool("reset", .removes, "The world begins again as its scenario says."),
    AssistantTool("exportWorld", .reads, "The world as a scenario file, to be kept as a fixture."),
    AssistantTool("compareWorlds", .reads),
    AssistantTool("listSnapshots", .reads),
    AssistantTool("saveSnapshot", .changes),
    AssistantTool("restoreSnapshot", .removes),
    // Rules.
    AssistantTool("listRules", .reads),
    AssistantTool(
      "addRules", .changes,
      """
      To refuse the next renewal: body = {"when": {"grant": "refresh_token", "occurrence": 1}, "then": {"refuse": "AADSTS50173"}}. \
      The page 'scenarios' has all words.
      """),
    AssistantTool("enableRule", .changes), AssistantTool("disableRule", .changes),
    AssistantTool("removeRule", .removes),
    AssistantTool(
      "perform", .changes, "One action of a rule, at once: {\"lock\": \"bob\"}, {\"expire\": \"refreshTokens\"}."),
    // Users and their verbs.
    AssistantTool("listUsers", .reads), AssistantTool("showUser", .reads), AssistantTool("createUser", .changes),
    AssistantTool("changeUser", .changes), AssistantTool("changePasswordOfUser", .changes),
    AssistantTool("resetPasswordOfUser", .changes), AssistantTool("expirePasswordOfUser", .changes),
    AssistantTool("revokeSessionsOfUser", .removes), AssistantTool("requireMfaOfUser", .changes),
    AssistantTool("changeLocationOfUser", .changes),
    AssistantTool("disableOfUser", .changes), AssistantTool("enableOfUser", .changes),
    AssistantTool("lockOfUser", .changes), AssistantTool("unlockOfUser", .changes),
    AssistantTool("deleteOfUser", .removes), AssistantTool("restoreOfUser", .changes),
    // Apps, consent, policies.
    AssistantTool("listApps", .reads), AssistantTool("showApp", .reads), AssistantTool("createApp", .changes),
    AssistantTool("changeApp", .changes), AssistantTool("expireSecretsOfApp", .removes),
    AssistantTool("listConsents", .reads), AssistantTool("grantConsent", .changes),
    AssistantTool("withdrawConsents", .removes),
    AssistantTool("listPolicies", .reads), AssistantTool("createPolicy", .changes),
    AssistantTool("removePolicy", .removes),
    // Sessions and tokens.
    AssistantTool("signIn", .changes, "Signs a user in without a browser, and gives what the app would get."),
    AssistantTool("listSessions", .reads), AssistantTool("endSessions", .removes),
    AssistantTool("listOneTimeCodes", .reads),
    // Mail.
    AssistantTool("listMail", .reads, "What apps sent by Graph, and the codes and invitations of the service itself."),
    AssistantTool("waitForMail", .reads), AssistantTool("showMail", .reads, "'id' may be 'latest'."),
    AssistantTool("clearMail", .removes),
    AssistantTool("listTokens", .reads), AssistantTool("inspectToken", .reads),
    AssistantTool("mintToken", .changes), AssistantTool("revokeTokens", .removes),
    // Time.
    AssistantTool("showClock", .reads), AssistantTool("changeClock", .changes),
    AssistantTool("age", .changes, "Makes tokens and sessions older, so that they expire without waiting."),
    AssistantTool("showLifetimes", .reads), AssistantTool("changeLifetimes", .changes),
    // Tests and scenarios.
    AssistantTool("verify", .reads, "Whether what was expected of the app has happened, and what came nearest."),
    AssistantTool(
      "checkScenario", .reads, "The mistakes of a scenario. 'body' is the text of the file, or the same as JSON."),
    AssistantTool("listScenarios", .reads), AssistantTool("showScenario", .reads),
    AssistantTool("listSnippets", .reads),
    AssistantTool("showSnippet", .reads, "The configuration of a client library."),
  ]
}
