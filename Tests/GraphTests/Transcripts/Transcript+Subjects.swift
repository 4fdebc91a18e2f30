import Directory
import JSON
import Worlds

extension Transcript {
  /// A kind of object, with the one that the transcript is of.
  struct Subject: Sendable {
    let name: String
    let path: String
    /// The properties in the order of the alphabet.
    let properties: [String]
    /// Values that only this property may take.
    let values: [String: [JSONValue]]
    /// Whether such objects may come from an on-premises directory.
    let isSynchronized: Bool
    let id: @Sendable (Bench) throws -> String

    /// Makes the object one that comes from an on-premises directory.
    func synchronize(_ bench: Bench) throws {
      try bench.world.change { directory in
        if name == "user", var user = directory.user(named: "bob") {
          user.properties["onPremisesSyncEnabled"] = true
          directory.put(user)
        } else if var group = directory.group(named: "engineers") {
          group.properties["onPremisesSyncEnabled"] = true
          directory.put(group)
        }
      }
    }

    private init(
      _ name: String, _ path: String, isSynchronized: Bool = false, _ properties: String,
      values: [String: [JSONValue]], id: @escaping @Sendable (Bench) throws -> String
    ) {
      self.name = name
      self.path = path
      self.properties = properties.split(separator: " ").map(String.init)
      self.values = values
      self.isSynchronized = isSynchronized
      self.id = id
    }

    static let all = [user, group, application, servicePrincipal]

    private static let user = Self(
      "user", "/users", isSynchronized: true,
      """
      aboutMe accountEnabled ageGroup assignedLicenses assignedPlans authorizationInfo birthday businessPhones city companyName \
      consentProvidedForMinor country createdDateTime creationType customSecurityAttributes deletedDateTime department \
      deviceEnrollmentLimit directReports displayName employeeHireDate employeeId employeeLeaveDateTime employeeOrgData employeeType \
      extensionAttribute1 extensions externalUserState externalUserStateChangeDateTime faxNumber givenName graph hireDate id identities \
      identityParentId imAddresses infoCatalogs interests isManagementRestricted isResourceAccount jobTitle lastPasswordChangeDateTime \
      legalAgeGroupClassification licenseAssignmentStates mail mailNickname mailboxSettings manager mobilePhone mySite officeLocation \
      onPremisesDistinguishedName onPremisesDomainName onPremisesExtensionAttributes onPremisesImmutableId onPremisesLastSyncDateTime \
      onPremisesProvisioningErrors onPremisesSamAccountName onPremisesSecurityIdentifier onPremisesSyncEnabled \
      onPremisesUserPrincipalName otherMails passwordPolicies passwordProfile pastProjects postalCode preferredDataLocation \
      preferredLanguage preferredName print provisionedPlans proxyAddresses refreshTokensValidFromDateTime responsibilities schools \
      securityIdentifier serviceProvisioningErrors shoeSize showInAddressList signInActivity signInSessionsValidFromDateTime skills \
      state streetAddress surname usageLocation userPrincipalName userType
      """,
      values: [
        "ageGroup": ["Adult", "Robot"], "consentProvidedForMinor": ["Granted"], "userType": ["Guest"],
        "employeeOrgData": [["costCenter": "7"], ["division": "East"], ["costCenter": nil]],
        "externalUserState": ["Accepted"], "legalAgeGroupClassification": ["Adult"],
        "identities": [[["signInType": "emailAddress", "issuer": "shop.test", "issuerAssignedId": "b"]]],
        "onPremisesExtensionAttributes": [["extensionAttribute2": "gold"], ["extensionAttribute16": "x"]],
        "passwordProfile": [["password": "short"], ["password": "L0ng-enough-Word!"]],
        "userPrincipalName": ["robert@contoso.onmicrosoft.com", "alice@contoso.onmicrosoft.com"],
      ], id: { "\(try $0.user("bob").id)" })

    private static let group = Self(
      "group", "/groups", isSynchronized: true,
      """
      accessType allowExternalSenders assignedLabels assignedLicenses autoSubscribeNewMembers classification createdDateTime \
      creationOptions deletedDateTime description directoryRoles displayName expirationDateTime graph groupTypes \
      hasMembersWithLicenseErrors hideFromAddressLists hideFromOutlookClients id infoCatalogs isArchived isAssignableToRole isFavorite \
      isManagementRestricted isSubscribedByMail licenseProcessingState mail mailEnabled mailNickname members membershipRule \
      membershipRuleProcessingState onPremisesDomainName onPremisesExtensionAttributes onPremisesLastSyncDateTime onPremisesNetBiosName \
      onPremisesProvisioningErrors onPremisesSamAccountName onPremisesSecurityIdentifier onPremisesSyncEnabled organizationId owners \
      preferredDataLocation preferredLanguage proxyAddresses renewedDateTime resourceBehaviorOptions resourceProvisioningOptions \
      securityEnabled securityIdentifier serviceProvisioningErrors shoeSize theme uniqueName unseenConversationsCount unseenCount \
      unseenMessagesCount visibility welcomeMessageEnabled writebackConfiguration
      """,
      values: [
        "groupTypes": [["Unified"], ["DynamicMembership"]], "membershipRuleProcessingState": ["Paused"],
        "theme": ["Teal"],
        "visibility": ["Private"],
      ], id: { "\(try Bench.found($0.world.directory.group(named: "engineers")).id)" })

    private static let application = Self(
      "application", "/applications",
      """
      addIns api appId appRoles applicationTemplateId authenticationBehaviors certification createdByAppId createdDateTime \
      defaultRedirectUri deletedDateTime description disabledByMicrosoftStatus displayName federatedIdentityCredentials graph \
      groupMembershipClaims id identifierUris info isDeviceOnlyAuthSupported isDisabled isFallbackPublicClient keyCredentials logo \
      managerApplications nativeAuthenticationApisEnabled notes oauth2RequirePostResponse optionalClaims owners parentalControlSettings \
      passwordCredentials publicClient publisherDomain requestSignatureVerification requiredResourceAccess samlMetadataUrl \
      serviceManagementReference servicePrincipalLockConfiguration shoeSize signInAudience spa tags tokenEncryptionKeyId uniqueName \
      verifiedPublisher web
      """,
      values: [
        "api": [
          ["acceptMappedClaims": true], ["acceptMappedClaims": false], ["acceptMappedClaims": nil],
          ["acceptMappedClaims": "x"], ["knownClientApplications": ["30b11e00-0000-4000-8000-000000000001"]],
          ["knownClientApplications": ["x"]], ["knownClientApplications": nil], ["requestedAccessTokenVersion": 1],
          ["requestedAccessTokenVersion": 2], ["requestedAccessTokenVersion": nil], ["requestedAccessTokenVersion": 3],
          ["requestedAccessTokenVersion": "2"],
          [
            "oauth2PermissionScopes": [
              [
                "adminConsentDescription": "Reads.", "adminConsentDisplayName": "Read",
                "id": "60000000-0000-4000-8000-0000000000a1", "isEnabled": true, "type": "User", "value": "Shop.Read",
              ]
            ],
            "preAuthorizedApplications": [
              [
                "appId": "30b11e00-0000-4000-8000-000000000001",
                "delegatedPermissionIds": ["60000000-0000-4000-8000-0000000000a1"],
              ]
            ],
          ], ["preAuthorizedApplications": []], ["oauth2PermissionScopes": []],
        ],
        "appRoles": [
          [
            [
              "id": "60000000-0000-4000-8000-0000000000b1", "allowedMemberTypes": ["User"], "description": "Clerks",
              "displayName": "Clerk", "isEnabled": true, "value": "Clerk",
            ]
          ]
        ],
        "authenticationBehaviors": [
          ["removeUnverifiedEmailClaim": true], ["removeUnverifiedEmailClaim": nil], ["other": true], ["other": "x"],
        ],
        "groupMembershipClaims": ["SecurityGroup", "All", "None", "SecurityGroup, ApplicationGroup"],
        "identifierUris": [
          ["api://contoso.onmicrosoft.com/shop"], ["api://shop", "api://shop"], ["api://shop"], ["https://shop.test/"],
          ["shop"], ["api://contoso"],
        ],
        "info": [["marketingUrl": "https://shop.test/m"], ["marketingUrl": nil], ["logoUrl": 5]],
        "optionalClaims": [["idToken": [["name": "email"]]], ["idToken": "x"]],
        "publicClient": [["redirectUris": ["shop://auth"]], ["redirectUris": ["shop"]], ["redirectUris": nil]],
        "spa": [["redirectUris": ["https://shop.test/spa"]], ["redirectUris": "x"]],
        "requiredResourceAccess": [
          [
            [
              "resourceAppId": "00000003-0000-0000-c000-000000000000",
              "resourceAccess": [
                ["id": "e1fe6dd8-ba31-4d61-89e7-88639da4683d", "type": "Scope"],
                ["id": "60000000-0000-4000-8000-00000000fff1", "type": "Scope"],
              ],
            ]
          ]
        ],
        "signInAudience": ["AzureADMultipleOrgs", "PersonalMicrosoftAccount"],
        "web": [
          ["homePageUrl": "https://shop.test/"], ["homePageUrl": "shop"], ["homePageUrl": nil], ["homePageUrl": ""],
          ["logoutUrl": "https://shop.test/out"], ["logoutUrl": 5], ["logoutUrl": nil],
          ["redirectUris": ["https://shop.test/cb"]],
          ["redirectUris": ["https://shop.test/cb", "https://shop.test/cb"]],
          ["implicitGrantSettings": ["enableIdTokenIssuance": true, "enableAccessTokenIssuance": true]],
          ["implicitGrantSettings": ["enableIdTokenIssuance": false, "enableAccessTokenIssuance": "x"]],
          ["implicitGrantSettings": nil], ["redirectUriSettings": [["uri": "https://shop.test/other", "index": nil]]],
        ],
      ], id: { "\(try Bench.found($0.world.directory.application(named: "web")).objectID)" })

    private static let servicePrincipal = Self(
      "servicePrincipal", "/servicePrincipals",
      """
      accountEnabled addIns alternativeNames appDescription appDisplayName appId appOwnerOrganizationId appRoleAssignmentRequired \
      appRoles applicationTemplateId createdByAppId createdDateTime customSecurityAttributes deletedDateTime description directoryRoles \
      disabledByMicrosoftStatus displayName graph homepage id info isDisabled keyCredentials loginUrl logoutUrl notes \
      notificationEmailAddresses oauth2PermissionScopes owners passwordCredentials preferredSingleSignOnMode \
      preferredTokenSigningKeyThumbprint replyUrls resourceSpecificApplicationPermissions samlMetadataUrl samlSingleSignOnSettings \
      servicePrincipalNames servicePrincipalType shoeSize signInAudience tags tokenEncryptionKeyId verifiedPublisher
      """,
      values: [
        "samlSingleSignOnSettings": [["relayState": "x"], ["relayState": nil]],
        "displayName": ["Contoso Web", "Other"],
      ],
      id: { bench in
        let app = try Bench.found(bench.world.directory.application(named: "web"))
        return "\(try Bench.found(bench.world.directory.servicePrincipal(of: app.id, in: SeededDirectory.contoso)).id)"
      })
  }
}
