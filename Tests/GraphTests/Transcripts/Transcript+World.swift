import Directory
import Scenarios
import Worlds

extension Transcript {
  /// A bench whose tenant, and one user, group and app of it, have a value of every property.
  static func fullBench() throws -> Bench {
    try Bench(scenario: ScenarioDecoder.scenario(from: Array(file.utf8), file: "full.yaml"))
  }

  /// The id of the object of that kind that has everything.
  static func fullID(_ subject: Subject, _ bench: Bench) throws -> String {
    let directory = bench.world.directory
    switch subject.name {
    case "user": return "\(try bench.user("zoe").id)"
    case "group": return "\(try Bench.found(directory.group(named: "rangers")).id)"
    case "application": return "\(try Bench.found(directory.application(named: "orders")).objectID)"
    default:
      let app = try Bench.found(directory.application(named: "orders"))
      return "\(try Bench.found(directory.servicePrincipal(of: app.id, in: SeededDirectory.contoso)).id)"
    }
  }

  private static let file = """
    scenario: full
    summary: Everything that an object may have.
    world:
      tenants:
        contoso:
          countryLetterCode: DE
          allowInvitesFrom: adminsAndGuestInviters
          directoryRoles: [Global Reader]
          allowedToCreateApps: false
          allowedToCreateSecurityGroups: false
          allowedToReadOtherUsers: false
          enableGroupCreation: false
          businessPhones: ["+49 1"]
          city: Freiburg
          country: Germany
          defaultUsageLocation: DE
          marketingNotificationEmails: [m@contoso.com]
          onPremisesLastSyncDateTime: 2025-01-01T00:00:00Z
          onPremisesSyncEnabled: true
          postalCode: "79098"
          preferredLanguage: de
          securityComplianceNotificationMails: [s@contoso.com]
          securityComplianceNotificationPhones: ["+49 2"]
          state: Baden
          street: Main street 1
          technicalNotificationMails: [t@contoso.com]
          userConsent: lowRisk
      users:
        zoe:
          displayName: Zoe Zander
          givenName: Zoe
          surname: Zander
          mail: zoe@contoso.com
          jobTitle: Ranger
          officeLocation: Forest 1
          mobilePhone: "+49 3"
          businessPhones: ["+49 4", "+49 5"]
          preferredLanguage: de-DE
          manager: bob
          department: Forests
          companyName: Contoso Trees
          employeeId: "77"
          employeeType: Employee
          employeeHireDate: 2024-01-01T00:00:00Z
          employeeLeaveDateTime: 2027-01-01T00:00:00Z
          employeeOrgData: { costCenter: "4711", division: East }
          streetAddress: Oak street 1
          city: Ulm
          state: Swabia
          postalCode: "89073"
          country: DE
          faxNumber: "+49 6"
          usageLocation: DE
          preferredDataLocation: EUR
          mailNickname: zz
          otherMails: [zoe@home.test]
          proxyAddresses: ["SMTP:zoe@contoso.com", "smtp:z@contoso.com"]
          imAddresses: [zoe@im.test]
          userType: Guest
          creationType: LocalAccount
          createdDateTime: 2023-01-01T00:00:00Z
          externalUserState: Accepted
          externalUserStateChangeDateTime: 2023-01-02T00:00:00Z
          identities: [{ signInType: emailAddress, issuer: contoso.onmicrosoft.com, issuerAssignedId: z@home.test }]
          ageGroup: Minor
          consentProvidedForMinor: Granted
          passwordPolicies: "DisablePasswordExpiration, DisableStrongPassword"
          showInAddressList: false
          isResourceAccount: true
          onPremisesSyncEnabled: true
          onPremisesImmutableId: anchor
          onPremisesSamAccountName: zoe
          onPremisesDomainName: corp.contoso.com
          onPremisesUserPrincipalName: zoe@corp.contoso.com
          onPremisesDistinguishedName: CN=zoe
          onPremisesSecurityIdentifier: S-1-5-21-1-2-3-1104
          onPremisesLastSyncDateTime: 2025-01-03T00:00:00Z
          onPremisesExtensionAttributes: { extensionAttribute1: gold, extensionAttribute15: silver }
          aboutMe: Likes trees.
          birthday: 1990-01-01T00:00:00Z
          hireDate: 2024-01-01T00:00:00Z
          mySite: https://zoe.test
          preferredName: Zo
          interests: [trees]
          pastProjects: [shrubs]
          responsibilities: [leaves]
          schools: [Oak]
          skills: [climbing]
          authorizationInfo: { certificateUserIds: [a] }
          customSecurityAttributes: { Forest: { level: 1 } }
          mailboxSettings: { timeZone: UTC }
          print: { recentPrinterShares: [] }
          extensions: { com.contoso.roaming: { theme: dark } }
          graph: { shoeSize: 42 }
          extension_30b11e00000040008000000000000001_x: red
          enabled: false
      groups:
        rangers:
          displayName: Rangers
          description: Look after trees.
          type: microsoft365
          securityEnabled: true
          owners: [zoe]
          members: [zoe, bob]
          mail: rangers@contoso.com
          mailNickname: rr
          proxyAddresses: ["SMTP:rangers@contoso.com"]
          visibility: Private
          allowExternalSenders: true
          autoSubscribeNewMembers: true
          hideFromAddressLists: true
          hideFromOutlookClients: true
          assignedLabels: [{ labelId: a }]
          writebackConfiguration: { isEnabled: true }
          uniqueName: rangers
          classification: Confidential
          directoryRoles: [Global Reader]
          isAssignableToRole: true
          membershipRule: user.department -eq "Forests"
          membershipRuleProcessingState: Paused
          createdDateTime: 2023-01-01T00:00:00Z
          expirationDateTime: 2028-01-01T00:00:00Z
          renewedDateTime: 2024-01-01T00:00:00Z
          preferredDataLocation: EUR
          preferredLanguage: de-DE
          theme: Green
          creationOptions: [a]
          resourceBehaviorOptions: [b]
          resourceProvisioningOptions: [Team]
          onPremisesSyncEnabled: true
          onPremisesSamAccountName: rangers
          onPremisesDomainName: corp.contoso.com
          onPremisesNetBiosName: CORP
          onPremisesSecurityIdentifier: S-1-5-21-1-2-3-1105
          onPremisesLastSyncDateTime: 2025-01-03T00:00:00Z
          graph: { shoeSize: 42 }
      apps:
        orders:
          type: web
          displayName: Orders
          audience: AzureADMultipleOrgs
          owners: [zoe]
          identifierUris: [api://orders]
          web: { redirectUris: ["https://orders.test/cb"] }
          spa: { redirectUris: ["https://orders.test/spa"] }
          publicClient: { redirectUris: ["orders://auth"] }
          homePageUrl: https://orders.test/
          logoutUrl: https://orders.test/out
          enableIdTokenIssuance: true
          enableAccessTokenIssuance: true
          isFallbackPublicClient: true
          scopes: [Orders.Read]
          appRoles: [{ value: Clerk, allowedMemberTypes: [User] }]
          permissions: [User.Read]
          knownClients: [mobile]
          preauthorizedClients: [mobile]
          groupMembershipClaims: SecurityGroup
          optionalClaims: { idToken: [email], accessToken: [email] }
          requestedAccessTokenVersion: 2
          acceptMappedClaims: true
          authenticationBehaviors: { removeUnverifiedEmailClaim: true }
          applicationTemplateId: 60000000-0000-4000-8000-0000000000f1
          description: Sells.
          isDeviceOnlyAuthSupported: true
          nativeAuthenticationApisEnabled: all
          notes: A note.
          serviceManagementReference: "42"
          tags: [HideApp]
          tokenEncryptionKeyId: 60000000-0000-4000-8000-0000000000f2
          uniqueName: orders
          samlMetadataUrl: https://orders.test/saml
          defaultRedirectUri: https://orders.test/cb
          certification: { isPublisherAttested: true }
          servicePrincipalLockConfiguration: { isEnabled: true }
          requestSignatureVerification: { isSignedRequestRequired: true }
          addIns: [{ type: x }]
          info: { marketingUrl: "https://orders.test/m", supportUrl: "https://orders.test/s" }
          parentalControlSettings: { legalAgeGroupRule: Block }
          oauth2RequirePostResponse: true
          graph: { shoeSize: 42 }
          servicePrincipal:
            alternativeNames: [shop]
            description: The shop.
            loginUrl: https://orders.test/login
            notes: Another note.
            notificationEmailAddresses: [n@contoso.com]
            preferredSingleSignOnMode: saml
            preferredTokenSigningKeyThumbprint: AB
            samlSingleSignOnSettings: { relayState: r }
            tags: [Shop]
            tokenEncryptionKeyId: 60000000-0000-4000-8000-0000000000f3
            accountEnabled: false
            graph: { shoeSize: 43 }
    """
}
