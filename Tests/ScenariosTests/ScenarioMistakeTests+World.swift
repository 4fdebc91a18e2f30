import Expectations
import Testing

@testable import Scenarios
@testable import Worlds

extension ScenarioMistakeTests {
  @Test(
    "in users, apps and lifetimes",
    arguments: [
      Mistake(
        "tab",
        "world:\n\tusers: {}",
        "3:1: YAML has no tabs before a key; indent with blanks"),
      Mistake(
        "a list of users",
        "world: { users: [alice] }",
        "2:17: 'users' is a mapping such as { NAME: { mfa: required } } here, not a list"),
      Mistake(
        "a manager below",
        "world: { users: { kim: { displayName: Kim, manager: lee }, lee: { displayName: Lee } } }",
        "2:53: unknown user 'lee'; users are read from the top, so 'lee' has to stand above 'kim'"
      ),
      Mistake(
        "a group below",
        "world: { groups: { a: { displayName: A, members: [zz] } } }",
        "2:51: unknown user or group 'zz'. Known: alice, bob, admin, gina, guest, personal, engineers, staff, company, news. A group has to stand above 'a'"
      ),
      Mistake(
        "a user is removed",
        "world: { users: { alice: { removed: true } } }",
        "2:37: users are not removed but deleted; write 'deleted: true'"),
      Mistake(
        "a tenant is removed",
        "world: { tenants: { fabrikam: { removed: true } } }",
        "2:42: tenants are not removed; begin with 'seeds: none' to be without those of the seeds"),
      Mistake(
        "a user without a tenant",
        "world: { seeds: none, users: { dana: { displayName: Dana } } }",
        "2:32: there is no tenant for 'dana'; add one under 'tenants'"),
      Mistake(
        "an app without a tenant",
        "world: { seeds: none, apps: { web: { type: web } } }",
        "2:31: there is no tenant for 'web'; add one under 'tenants'"),
      Mistake(
        "a redirect URI without a scheme",
        "world: { apps: { web: { redirectUris: ['localhost:3000'] } } }",
        "2:40: 'localhost:3000' is not a redirect URI; write it with its scheme: http://localhost:3000"),
      Mistake(
        "world is a list",
        "world: []",
        "2:8: 'world' is a mapping here, not a list"),
      Mistake(
        "world key",
        "world:\n  user: { alice: {} }",
        "3:3: unknown key 'user'; did you mean 'users'?"),
      Mistake(
        "lifetime key",
        "world: { lifetimes: { accesToken: 1m } }",
        "2:23: unknown key 'accesToken'; did you mean 'accessToken'?"),
      Mistake(
        "lifetime without unit",
        "world: { lifetimes: { accessToken: 60 } }",
        "2:36: 'accessToken' is a duration such as 90d, 1h30m or 500ms here, not '60'"),
      Mistake(
        "lifetime of none",
        "world: { lifetimes: { idToken: 0s } }",
        "2:32: 'idToken' is a duration of more than 0s here, not '0s'"),
      Mistake(
        "lifetime below none",
        "world: { lifetimes: { session: -1h } }",
        "2:32: 'session' is a duration of more than 0s here, not '-1h'"),
      Mistake(
        "unknown user",
        "world: { users: { alcie: { mfa: none } } }",
        "2:19: unknown user 'alcie'; did you mean 'alice'? Known: alice, bob, admin, gina, guest, personal. A new user needs a 'displayName'"
      ),
      Mistake(
        "user is a text",
        "world: { users: { alice: secret } }",
        "2:26: 'alice' is a mapping such as { mfa: required } here, not 'secret'"),
      Mistake(
        "user key",
        "world: { users: { alice: { pasword: a } } }",
        "2:28: unknown key 'pasword'; did you mean 'password'?"),
      Mistake(
        "mfa",
        "world: { users: { alice: { mfa: always } } }",
        "2:33: 'mfa' is none, required or unregistered here, not 'always'"),
      Mistake(
        "enabled",
        "world: { users: { bob: { enabled: 'true' } } }",
        "2:35: 'enabled' is true or false here, not the text 'true'"),
      Mistake(
        "expired password",
        "world: { users: { bob: { passwordExpired: soon } } }",
        "2:43: 'passwordExpired' is true or false here, not 'soon'"),
      Mistake(
        "expired password of a guest",
        "world: { users: { guest: { passwordExpired: true } } }",
        "2:45: 'guest' signs in with the password of 'gina'; set it there"),
      Mistake(
        "password is a list",
        "world: { users: { bob: { password: [a, b] } } }",
        "2:36: 'password' is a text here, not a list"),
      Mistake(
        "guest's password",
        "world: { users: { guest: { password: x } } }",
        "2:38: 'guest' signs in with the password of 'gina'; set it there"),
      Mistake(
        "sign-in name without domain",
        "world: { users: { carol: { displayName: Carol, userPrincipalName: carol } } }",
        "2:67: 'userPrincipalName' is a sign-in name such as carol@contoso.com here, not 'carol'"),
      Mistake(
        "domain of nobody",
        "world: { users: { carol: { displayName: C, userPrincipalName: carol@contso.com } } }",
        "2:63: unknown domain 'contso.com'; did you mean 'contoso.com'? Known: contoso.onmicrosoft.com, contoso.com, fabrikam.onmicrosoft.com, fabrikam.com, live.com, outlook.com"
      ),
      Mistake(
        "sign-in name that is taken",
        "world: { users: { carol: { displayName: C, userPrincipalName: Bob@contoso.onmicrosoft.com } } }",
        "2:63: 'Bob@contoso.onmicrosoft.com' is taken; choose another sign-in name"),
      Mistake(
        "another tenant",
        "world: { users: { bob: { userPrincipalName: bob@fabrikam.com } } }",
        "2:45: 'bob' cannot move to another tenant; keep the domain"),
      Mistake(
        "sign-in name of another new user",
        "world:\n  users:\n    carol: { displayName: C }\n    dora: { displayName: D, userPrincipalName: Carol@contoso.onmicrosoft.com }",
        "5:48: 'Carol@contoso.onmicrosoft.com' is taken; choose another sign-in name"),
      Mistake(
        "client id of another new app",
        "world:\n  apps:\n    a: { type: spa, clientId: 0b0b0b0b-0000-4000-8000-000000000001 }\n    b: { type: spa, clientId: 0b0b0b0b-0000-4000-8000-000000000001 }",
        "5:31: 'a' has that client id; change 'a' or choose another id"),
      Mistake(
        "alias with a blank",
        "world: { users: { carol smith: { displayName: C } } }",
        "2:19: 'carol smith' is not a short name; use letters, digits, '-', '.' and '_'"),
      Mistake(
        "unknown app",
        "world: { apps: { mobil: { consent: none } } }",
        "2:18: unknown app 'mobil'; did you mean 'mobile'? Known: graph, arm, keyvault, storage, outlook, azure-cli, azure-powershell, vscode, graph-cli, api, mobile, spa, web, daemon, identity. A new app needs a 'type'"
      ),
      Mistake(
        "app key",
        "world: { apps: { mobile: { permission: [] } } }",
        "2:28: unknown key 'permission'; did you mean 'permissions'?"),
      Mistake(
        "consent",
        "world: { apps: { mobile: { consent: given } } }",
        "2:37: 'consent' is granted or none here, not 'given'"),
      Mistake(
        "unknown permission",
        "world: { apps: { mobile: { permissions: [User.Raed] } } }",
        "2:42: unknown permission 'User.Raed'; did you mean 'User.Read'?"),
      Mistake(
        "a permission of another API",
        "world: { apps: { mobile: { permissions: ['api://contoso/Orders.Read'] } } }",
        "2:42: 'api://contoso/Orders.Read' is a permission of another API than Microsoft Graph; it goes under 'apiPermissions'"
      ),
      Mistake(
        "permissions is a text",
        "world: { apps: { mobile: { permissions: User.Read } } }",
        "2:41: 'permissions' is a list such as [User.Read, Mail.Read] here, not 'User.Read'"),
      Mistake(
        "a permission is a mapping",
        "world: { apps: { mobile: { permissions: [{ a: b }] } } }",
        "2:42: 'permissions' is a list of permissions here, not a mapping"),
      Mistake(
        "unknown application permission",
        "world: { apps: { daemon: { permissions: [Mail.Raed] } } }",
        "2:42: unknown application permission 'Mail.Raed'; did you mean 'Mail.Read'?"
      ),
      Mistake(
        "secret of a public client",
        "world: { apps: { mobile: { secret: s } } }",
        "2:36: 'mobile' is a public client, which has no secret; leave it out"),
      Mistake(
        "type of a seeded app",
        "world: { apps: { mobile: { type: spa } } }",
        "2:34: 'mobile' is there already and keeps its 'type'; add an app of another name"),
      Mistake(
        "type",
        "world: { apps: { mine: { type: ios } } }",
        "2:32: unknown type 'ios'. Known: native, spa, web, daemon, api"),
      Mistake(
        "secret of a new public client",
        "world: { apps: { mine: { type: native, secret: s } } }",
        "2:48: a native app is a public client, which has no secret; leave it out"),
      Mistake(
        "client id",
        "world: { apps: { mine: { type: native, clientId: 17 } } }",
        "2:50: 'clientId' is a GUID here, not '17'"),
      Mistake(
        "client id that is taken",
        "world: { apps: { mine: { type: native, clientId: 30b11e00-0000-4000-8000-000000000001 } } }",
        "2:50: 'mobile' has that client id; change 'mobile' or choose another id"),
      Mistake(
        "redirect URI without scheme",
        "world: { apps: { mobile: { redirectUris: [localhost] } } }",
        "2:43: 'localhost' is not a redirect URI; write it with its scheme and without '#'"),
      Mistake(
        "redirect URI with a fragment",
        "world: { apps: { spa: { redirectUris: ['http://localhost/#/a'] } } }",
        "2:40: 'http://localhost/#/a' is not a redirect URI; write it with its scheme and without '#'"),
    ])
  func inTheWorld(_ c: Mistake) { expectEqual(Self.message(of: "scenario: x\n" + c.text), "x.yaml:" + c.message) }
}
