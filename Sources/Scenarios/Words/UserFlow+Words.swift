import Bytes
import Directory
import JSON
import Time
import YAML

extension WordType where Value == [UserFlow] {
  /// The user flows of a tenant for customers, by their names.
  static let userFlows: Self = {
    let flow = WordType<UserFlow>.userFlow
    return Self(
      .list(flow.shape), label: "list of mappings with `name`", absent: [],
      read: { value, place throws(ScenarioError) in
        var flows: [UserFlow] = []
        var names = SeenWords(ignoringCase: true)
        for item in try value.list("a list such as [{ name: B2C_1_susi }, { name: B2C_1_edit_profile }]") {
          let flow = try flow.read(item, place)
          guard names.insert(flow.name) else {
            throw item.error("two user flows have the name '\(flow.name)'; give one of them another")
          }
          flows.append(flow)
        }
        return flows
      },
      write: { flows, names in .array(flows.compactMap { flow.write($0, names) }) })
  }()
}

extension WordType where Value == UserFlow {
  /// A name alone will do where it says what the flow is for: `B2C_1_edit_profile`.
  static let userFlow = mapping(
    name: (
      "name", .text(.pattern("^[A-Za-z][A-Za-z0-9_-]*$", "a name such as B2C_1_susi")),
      "The name, which stands in the path; case does not count."
    ),
    isText: true, parts, example: "{ name: B2C_1_susi, type: signUpOrSignIn }", named: \.name,
    make: { value throws(ScenarioError) in
      let name = try value.text("a name such as B2C_1_susi")
      guard let first = name.utf8.first, ASCII.isAlphanumeric(first), !ASCII.isDigit(first),
        name.utf8.allSatisfy({ ASCII.isAlphanumeric($0) || $0 == 0x5F || $0 == 0x2D })
      else {
        throw value.error("'\(name)' cannot stand in a path; take letters, digits, '_' and '-', such as B2C_1_susi")
      }
      return UserFlow(name, UserFlow.Kind(told: name))
    })

  /// The keys of a user flow beside its name.
  static let parts: [WordPart<UserFlow>] = [
    .part(
      "type", \.kind, .choice,
      "What customers come for. The name tells by the words in it: `edit`, `reset`, `ropc`, `signup` and `signin`; else it is `signUpOrSignIn`.",
      new: "the name tells", always: true),
    .part(
      "localAccount", \.localAccount, .choice,
      "What customers of the tenant itself sign in with: an e-mail address with a password, a user name with one, or an address with a code that is sent to it.",
      new: "`email`", unless: .email),
    .part(
      "identityProviders", \.identityProviders,
      .list(of: .text, "a list such as [google.com]", label: "list of texts"),
      "The other identity providers, as the claim `idp` names them. Each is a button, and this server plays the other side.",
      unless: []),
    .part("attributes", \.attributes, .attributes, "What the pages ask customers for, in their order.", unless: []),
    .part(
      "claims", \.claims, .list(of: .text, "a list such as [emails, given_name]", label: "list of texts"),
      "The claims that tokens state beside those that all have.", unless: []),
    .part(
      "multiFactor", \.multiFactor, .choice, "Whether customers prove a second factor.", new: "`off`", unless: .off),
    .part(
      "passwordReset", \.passwordReset, .choice,
      "What \"Forgot your password?\" does: `redirect` sends the app AADB2C90118, `selfService` shows the pages that set a new password, `off` shows no link.",
      new: "`redirect`", unless: .redirect),
    .part(
      "session", \.session, .choice,
      "Where a session of the browser counts: for the whole tenant, one app, one user flow, or nowhere.",
      new: "`tenant`", unless: .tenant),
    .part(
      "policyClaim", \.nameClaim, .choice, "The claim that names the user flow in tokens.", new: "`tfp`", unless: .tfp),
    .part(
      "issuer", \.issuer, .choice,
      "Whether `iss` names the tenant alone, or the user flow too: `https://HOST/tfp/TENANT/FLOW/v2.0/`.",
      new: "`tenant`", unless: .tenant),
    .part(
      "requireIdTokenInLogout", \.needsHintAtSignOut, .flag,
      "Whether a sign-out needs `id_token_hint`.", new: "`false`", unless: false),
    .part(
      "idTokenHint", \.hintUse, .choice,
      "What becomes of `id_token_hint` at authorize: with `optional` and `required` it is checked, and its customer's name stands in the field.",
      new: "`ignored`", unless: .ignored),
    .part(
      "userInfo", \.hasUserInfo, .flag, "Whether there is a UserInfo endpoint, as a custom policy may have one.",
      new: "`false`", unless: false),
    .part(
      "onAttributeCollectionStart", \.attributeCollectionStart, .optional(.claimsProvider),
      "The [API that is called](external-id.md#custom-authentication-extensions) before the page with attributes, in a tenant of External ID.",
      unless: .some(nil)),
    .part(
      "onAttributeCollectionSubmit", \.attributeCollectionSubmit, .optional(.claimsProvider),
      "The API that is called with the attributes that a customer gave.", unless: .some(nil)),
    .part(
      "onEmailOtpSend", \.codeSending, .optional(.claimsProvider), "The API that sends one-time codes.",
      unless: .some(nil)),
    .part(
      "tokenLifetime", \.tokenLifetime, .optional(.lifetime),
      "How long access tokens and id tokens live.",
      new: "`1h`", unless: .some(nil)),
    .part(
      "refreshTokenLifetime", \.refreshTokenLifetime, .optional(.lifetime),
      "How long a refresh token lives.", new: "`14d`", unless: .some(nil)),
    .part(
      "refreshTokenWindow", \.refreshTokenWindow, .optional(.lifetime),
      "How long after the sign-in refresh tokens can be renewed.", new: "`90d`", unless: .some(nil)),
  ]
}

extension UserFlow.Kind {
  /// What the name of a flow tells of it.
  fileprivate init(told name: String) {
    let name = ASCII.lowercased(name)
    let words: [(String, Self)] = [
      ("edit", .profileUpdate), ("reset", .passwordReset), ("ropc", .resourceOwner), ("susi", .signUpOrSignIn),
      ("signupsignin", .signUpOrSignIn), ("signup_signin", .signUpOrSignIn), ("signuporsignin", .signUpOrSignIn),
      ("signup_or_signin", .signUpOrSignIn), ("signup", .signUp), ("sign_up", .signUp), ("signin", .signIn),
      ("sign_in", .signIn),
    ]
    self = words.first { name.firstPlace(of: $0.0) != nil }?.1 ?? .signUpOrSignIn
  }
}

extension WordType where Value == [UserFlow.Attribute] {
  /// What a page asks for: a name, or a mapping.
  fileprivate static let attributes: Self = {
    let attribute = WordType<UserFlow.Attribute>.mapping(
      name: (
        "name", .text(.plain), "The property: `givenName`, or `extension_loyaltyNumber` for one of the tenant's own."
      ),
      isText: true,
      [
        .part("required", \.isRequired, .flag, "Whether it must be filled in.", unless: true),
        .part("type", \.form, .choice, "The form of the value.", unless: .string),
        .part(
          "validationRegEx", \.validationRegEx, .optional(.attributePattern),
          "The [regular expression](external-id.md#patterns-of-attributes) that a value must match as a whole.",
          new: "that of the type", unless: .some(nil)),
      ], example: "{ name: givenName, required: false }", named: \.name,
      make: { value throws(ScenarioError) in
        UserFlow.Attribute(try value.text("the name of a property, such as givenName"))
      })
    return .list(
      of: attribute, "a list such as [givenName, surname]", label: "list of names, or of mappings with `name`")
  }()
}

extension WordType where Value == String {
  /// A regular expression for values of an attribute.
  fileprivate static let attributePattern = Self(
    .text(.plain), shown: .word, label: "regular expression",
    read: { value, _ throws(ScenarioError) in
      let text = try value.text("a regular expression such as '^[A-Z]{2}[0-9]{4}$'")
      do throws(AttributePattern.Fault) {
        _ = try AttributePattern(text)
      } catch {
        throw value.error("'\(text)' cannot be a pattern: \(error.text)")
      }
      return text
    }, write: { text, _ in .string(text) })
}

extension WordType where Value == TimeSpan {
  /// How long a token lives: a second at least.
  static let lifetime = Self(
    .text(.span), label: "duration", read: { value, _ throws(ScenarioError) in try value.wholeSeconds() },
    write: { span, _ in .string(span.duration.shortText) })
}
