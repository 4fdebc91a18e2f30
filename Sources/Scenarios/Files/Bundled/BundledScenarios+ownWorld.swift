// Written by scripts/embed-scenarios from scenarios/*.yaml: change those and run it again.

extension BundledScenarios {
  static let ownWorld = #"""
    scenario: own-world
    summary: Woodgrove, a company of one's own, with a phone app, a web app, an API, a daemon, groups, guests and devices, and without Contoso.
    docs: |
      How a tenant is written down that has nothing of the seeds. All ids are in the
      file, as they would be in the settings of your apps; a world that is made from
      it keeps them (ids: asWritten). Copy what you need into a file of your own.

      Dana works on a device that the company manages, so the policy of the vault
      admits her and blocks Leo. Gus of Partner is a guest, and so is Pia with her
      personal account. The phone app and the web app ask for the orders API, in
      which Dana approves; the nightly job proves itself with a certificate. Its key
      is published with mockidp, and of no worth anywhere else.

      The API under resources is one of Microsoft's that the catalogue does not
      know.

    ids: asWritten

    world:
      seeds: none

      tenants:
        woodgrove:
          id: 6a1f3c58-2d0b-4e6f-9a77-0c5d8e3b1a42
          displayName: Woodgrove
          domains: [woodgrove.onmicrosoft.com, { name: woodgrove.com, isDefault: true }]
          countryLetterCode: DE
          country: Germany
          city: Freiburg
          preferredLanguage: de
          technicalNotificationMails: [it@woodgrove.com]
        partner: { displayName: Partner, domains: [partner.onmicrosoft.com] }

      resources:
        vault:
          appId: 7b2f3c58-2d0b-4e6f-9a77-0c5d8e3b1a01
          displayName: Woodgrove Vault
          identifierUris: ["https://vault.woodgrove.test", "https://*.vault.woodgrove.test"]
          oauth2PermissionScopes: [user_impersonation]

      users:
        dana:
          id: 3d0f3c58-2d0b-4e6f-9a77-0c5d8e3b1d01
          displayName: Dana Diaz
          jobTitle: Forester
          department: Woods
          employeeId: "0042"
          employeeHireDate: 2024-05-01
          businessPhones: ["+49 761 100"]
          usageLocation: DE
          preferredLanguage: de-DE
          extensionAttribute1: gold
          extension_0f6f3a516f0b4f0a8a571f1d9a2b7c13_region: south
          extensions: { com.woodgrove.theme: { theme: dark } }
          device: { compliant: true, joined: true, id: 3d0f3c58-2d0b-4e6f-9a77-0c5d8e3b1dff }
        leo: { id: 3d0f3c58-2d0b-4e6f-9a77-0c5d8e3b1d02, displayName: Leo Long, manager: dana }
        ada: { displayName: Ada Admin, roles: [Global Administrator] }
        gus: { displayName: Gus, tenant: partner, userPrincipalName: gus@partner.onmicrosoft.com }
        gus-guest: { home: gus, tenant: woodgrove, id: 3d0f3c58-2d0b-4e6f-9a77-0c5d8e3b1d03 }
        pia: { displayName: Pia, tenant: personal-accounts, userPrincipalName: pia@mail.test }
        pia-guest: { home: pia, tenant: woodgrove }

      groups:
        foresters:
          id: 97f03c58-2d0b-4e6f-9a77-0c5d8e3b1a01
          displayName: Foresters
          members: [dana, gus-guest]
          owners: [dana]
        everybody: { displayName: Everybody, groupTypes: [Unified], mailEnabled: true, members: [foresters, leo] }

      apps:
        phone:
          type: native
          appId: 0f6f3a51-6f0b-4f0a-8a57-1f1d9a2b7c11
          displayName: Woodgrove for phones
          publicClient: { redirectUris: ["msauth.com.woodgrove.phone://auth"] }
          permissions: [openid, profile, email, offline_access, User.Read]
          apiPermissions: [api://orders/Orders.Read, https://vault.woodgrove.test/user_impersonation]
          consent: granted
        site:
          type: web
          appId: 0f6f3a51-6f0b-4f0a-8a57-1f1d9a2b7c12
          displayName: Woodgrove's site
          web: { redirectUris: ["https://site.woodgrove.test/callback"], logoutUrl: "https://site.woodgrove.test/out" }
          passwordCredentials:
            - { displayName: old, secretText: site-secret-of-last-year, startDateTime: 2020-01-01, endDateTime: 2021-01-01 }
            - { displayName: new, secretText: site-secret }
          apiPermissions: [api://orders/Orders.Read, api://orders/Orders.Write]
          groupMembershipClaims: SecurityGroup
          optionalClaims:
            idToken: [email, { name: groups, additionalProperties: [cloud_displayname, emit_as_roles] }]
          owners: [ada]
        orders:
          type: api
          appId: 0f6f3a51-6f0b-4f0a-8a57-1f1d9a2b7c13
          displayName: Orders
          identifierUris: [api://orders]
          oauth2PermissionScopes:
            - Orders.Read
            - { value: Orders.Write, type: Admin, adminConsentDisplayName: Change orders }
          appRoles:
            - { value: Approver, id: 5f6f3a51-6f0b-4f0a-8a57-1f1d9a2b7c01, allowedMemberTypes: [User] }
            - { value: Orders.Process, id: 5f6f3a51-6f0b-4f0a-8a57-1f1d9a2b7c02, allowedMemberTypes: [Application] }
          appRoleAssignments:
            - { role: Approver, groups: [foresters] }
            # As Graph lists it, with the client id in the place of the service principal's.
            - { appRoleId: 5f6f3a51-6f0b-4f0a-8a57-1f1d9a2b7c02, principalId: 0f6f3a51-6f0b-4f0a-8a57-1f1d9a2b7c14 }
          preAuthorizedApplications:
            - { appId: 0f6f3a51-6f0b-4f0a-8a57-1f1d9a2b7c12, scopes: [Orders.Read] }
          tokenLifetimes: { accessToken: 20m }
        job:
          type: daemon
          appId: 0f6f3a51-6f0b-4f0a-8a57-1f1d9a2b7c14
          displayName: Nightly job
          permissions: [User.Read.All, Group.Read.All, Organization.Read.All, Application.Read.All]
          consent: granted
          certificates:
              - |
                  -----BEGIN CERTIFICATE-----
                  MIIDBzCCAe+gAwIBAgIQTQwdkNrjAABAAIAAAAAA/zANBgkqhkiG9w0BAQsFADAl
                  MSMwIQYDVQQDDBptb2NraWRwIGRldmVsb3BtZW50IGRhZW1vbjAgFw0yMDAxMDEw
                  MDAwMDBaGA8yMDcwMDEwMTAwMDAwMFowJTEjMCEGA1UEAwwabW9ja2lkcCBkZXZl
                  bG9wbWVudCBkYWVtb24wggEiMA0GCSqGSIb3DQEBAQUAA4IBDwAwggEKAoIBAQC3
                  oFDKuv9L6I4x2lg/gL6hYTYSv4yai92SQIlBfpYshfwh1WCGwUYsJholRqecjZyK
                  OcK4KLE5aK/OJFgzYU+UCbNN36fUnxYb+jA0fDZg3nixHfPJdjgVmHiskBtq0RmG
                  4E16kIGYJBFbvs5vHtN4DErfwVRIa5eBRG13n7xKDDObNYSY8elL0P1hPbm/9ssc
                  9OCJA07IODbmRCiIZhFB1piDJt1ka/mCCnnNpUQIDxPp6HNZgvmqr5MaYuzJqzJW
                  zNw2YlMXtbLSf/tfcLj8b/yDzXzyjUYyKZXMB/H1hVKQMP+g3zzZUQI7wcpePyRy
                  jtxzVUbN2wuGGRXmUE5tAgMBAAGjMTAvMA4GA1UdDwEB/wQEAwIHgDAdBgNVHQ4E
                  FgQUFKh7LDBACWgucBmBhtDGGohGEyEwDQYJKoZIhvcNAQELBQADggEBACspRDpq
                  u+NhL34k4mEHGgI0lJE2OQ5t2CFpT7htjPp9z5jbPDk06sk77xR17rwrQGXZ8waI
                  nNfmgMIZiRbis5znnsHjl+Q8LtGAJA1PN1vimXb4DowOPJhgXDZD/9u1mndx95t+
                  brnS9I+ci+cKwd9vJk/pPHcIUvKiIKQ6fybV31dU97F5ZGSCNOVExKIHm32ihET4
                  +4nyiJOxC9uYmjKwQrdZvzDAQSHaPOE3Q3HEA7k6vbSbfCt88E+fojgNhNh3aqR3
                  WIJcdvSPPCUx29QsvOEzFvdHUJcDHRwLUZwtgUCVsPDeVZ/izZ4nGyvGZOcR/9My
                  FcoHn/ncl4jmBws=
                  -----END CERTIFICATE-----

      policies:
        - { name: managed devices for the vault, resources: [vault], require: compliantDevice }

    signIn: pages

    expect:
      - { event: token.issued }

    """#
}
