import Directory
import Policy
import Worlds
import YAML

extension ActionWord {
  /// The actions on apps, on consents and static lists of permissions, and on Conditional Access policies.
  static let onApps: [ActionWord] = consents + permissions + policies + switches + assignments + samlCertificates

  private static let consents: [ActionWord] = [
    ActionWord(
      "grantConsent",
      ActionForm(
        alone: "Grants permissions to the app; all is its static list.", .oneOrMany(.text), .owner,
        example: "{ grantConsent: [User.Read, Mail.Read], client: mobile }")
    ) { value, fields, directory throws(ScenarioError) in
      let isAll = value?.node.text == "all"
      let permissions = isAll ? nil : try value?.permissions(of: [.delegated], in: directory)
      let client = try fields.takeApplication("client", in: directory)
      let user = try fields.takeUser("of", in: directory)
      return .world(GrantConsentAction(permissions, to: client, by: user))
    },
    ActionWord(
      "withdrawConsent",
      ActionForm(
        alone: "Withdraws what was granted to the app.", .text, [.init("of", .text, "What this user granted alone.")],
        example: "{ withdrawConsent: mobile }")
    ) { value, fields, directory throws(ScenarioError) in
      let client = try value?.applicationName(in: directory)
      return .world(WithdrawConsentAction(from: client, of: try fields.takeUser("of", in: directory)))
    },
  ]

  private static let client = Schema.Property("client", .text, "The app; without it the exchange's own.")

  private static let permissions: [ActionWord] = [
    ActionWord(
      "addPermission",
      ActionForm(
        "Adds permissions to the app's static list.", .oneOrMany(.text, atLeast: 1),
        [client, .init("granted", .bool, "Whether an administrator has consented to them.")],
        example: "{ addPermission: [Mail.Read], client: mobile }"), needs: "a list such as [Mail.Read]"
    ) { value, fields, directory throws(ScenarioError) in
      let permissions = try value.permissions(in: directory)
      let client = try fields.takeApplication("client", in: directory)
      let isGranted = try fields.take("granted")?.bool() ?? false
      return .world(AddPermissionAction(permissions, to: client, isGranted: isGranted))
    },
    ActionWord(
      "removePermission",
      ActionForm(
        "Removes permissions from the app's static list. What was granted stays granted.",
        .oneOrMany(.text, atLeast: 1),
        [client, .init("withdraw", .bool, "Whether what was granted of them is withdrawn too.")],
        example: "{ removePermission: Mail.Read, client: mobile }"), needs: "a list such as [Mail.Read]"
    ) { value, fields, directory throws(ScenarioError) in
      let permissions = try value.permissions(in: directory)
      let client = try fields.takeApplication("client", in: directory)
      let isWithdrawing = try fields.take("withdraw")?.bool() ?? false
      return .world(RemovePermissionAction(permissions, from: client, isWithdrawing: isWithdrawing))
    },
  ]

  private static let policies: [ActionWord] = [
    ActionWord(
      "addPolicy",
      ActionForm(
        "Puts a Conditional Access policy in force.", .reference("policy"),
        example: "{ addPolicy: { name: block, require: block } }"),
      needs: "a mapping such as { name: block, require: block }"
    ) { value, _, directory throws(ScenarioError) in .world(AddPolicyAction(try AccessPolicy(value, in: directory))) },
    ActionWord(
      "removePolicy",
      ActionForm("Removes a Conditional Access policy.", .text, example: "{ removePolicy: block }"),
      needs: "the name of a policy"
    ) { value, _, _ throws(ScenarioError) in .world(RemovePolicyAction(.named(try value.text()))) },
  ]

  private static let assignments: [ActionWord] = [true, false].map { isAssigned in
    let (key, sentence) =
      isAssigned
      ? ("assign", "Gives the app to a user.") : ("unassign", "Takes the app from a user; what a group gives stays.")
    return ActionWord(
      key, ActionForm(sentence, .text, [client], example: "{ \(key): alice, client: web }"), needs: "the name of a user"
    ) { value, fields, directory throws(ScenarioError) in
      let user = ObjectName<User>.named(try value.user(in: directory))
      let client = try fields.takeApplication("client", in: directory)
      return .world(AssignAction(user, to: client, isAssigned: isAssigned))
    }
  }

  private static let samlCertificates: [ActionWord] = SAMLCertificateAction.Change.allCases.map { change in
    let sentence =
      switch change {
      case .add: "Gives the app one more SAML certificate, which signs nothing yet."
      case .activate: "Lets another SAML certificate of the app sign."
      case .expire: "The time of a SAML certificate of the app is over."
      case .remove: "Takes a SAML certificate from the app."
      }
    return ActionWord(
      change.rawValue, ActionForm(sentence, .text, [client], example: "{ \(change.rawValue): new, client: web }"),
      needs: "the name of a certificate"
    ) { value, fields, directory throws(ScenarioError) in
      let name = try value.text("the name of a certificate")
      return .world(SAMLCertificateAction(change, name, of: try fields.takeApplication("client", in: directory)))
    }
  }

  private static let switches: [ActionWord] = Verb<Application>.all.map { verb in
    ActionWord(verb) { value, directory throws(ScenarioError) in try value.applicationName(in: directory) }
  }
}

extension FileValue {
  /// One permission or a list of permissions. `kinds` says whether scopes, app roles or both will do.
  fileprivate func permissions(
    of kinds: Set<NamedPermission.Kind> = Set(NamedPermission.Kind.allCases), in directory: DirectoryState
  ) throws(ScenarioError) -> [NamedPermission] {
    var permissions: [NamedPermission] = []
    for item in oneOrMany() {
      let text = try item.text("a list such as [User.Read, Mail.Read]")
      do throws(NamedPermission.Failure) {
        permissions.append(try NamedPermission(text, of: kinds, in: directory))
      } catch {
        switch error {
        case .unknownAPI: throw item.unknownAPI(of: text)
        case .unknownName(let name, let known): throw item.error(Self.unknown("permission", name, among: known))
        }
      }
    }
    guard !permissions.isEmpty else { throw error("'\(key)' is empty; give a list such as [User.Read, Mail.Read]") }
    return permissions
  }
}
