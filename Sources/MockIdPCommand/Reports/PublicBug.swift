/// A fault of a SCIM server that Entra met, as a public thread tells.
struct PublicBug: Sendable, Hashable {
  /// Repositories with the numbers of their threads.
  let threads: String
  let fault: String

  init(_ threads: String, _ fault: String) {
    self.threads = threads
    self.fault = fault
  }

  var text: String { "\(threads): \(fault)" }

  /// By the number that checks name.
  static let all: [Int: PublicBug] = [
    1: PublicBug("rancher 52996, 53980", "\"False\" was refused, since only booleans were taken"),
    2: PublicBug("rancher 54025", "active was never returned, and Add of it was refused"),
    3: PublicBug("rancher 55776", "Add of a group's externalId was refused"),
    4: PublicBug(
      "rancher 54869, OctopusDeploy 9841, langwatch 6973", "a filter on externalId was refused or passed over"),
    5: PublicBug("OneUptime 3852, parabol 12557", "the change answered 200 and did nothing"),
    6: PublicBug("tuist 13238", "\"False\" answered 200 with active true; a role as JSON in a text was passed over"),
    7: PublicBug("Cogtrix 122, 432", "false answered 200 and did nothing; an unknown path, too"),
    8: PublicBug("windmill 8484", "sessions and tokens of a disabled user went on"),
    9: PublicBug("fleet 49560", "the user was looked up by the new name of the same change"),
    10: PublicBug("FusionAuth 3311", "the user could not be restored"),
    11: PublicBug("sentry self-hosted 3573, sentry-docs 16258", "Add of active was refused in each cycle"),
    12: PublicBug(
      "ssoready 155, 164, 249", "active was stale; a new userName deleted the user; a missing element was refused"),
    13: PublicBug("snipe-it 19526", "a disabled user could still sign in"),
    14: PublicBug("snipe-it 11913", "a filter without a match answered 404"),
    15: PublicBug("snipe-it 11094, 14138", "the resource could not be read; a login page came"),
    16: PublicBug("laravel-scim-server 34, 119", "a path with a filter was not understood"),
    17: PublicBug(
      "kortix suna 7297", "no User-Agent: 403; \"False\" ignored; Remove took all members; 1,000 users were searched"),
    18: PublicBug("kortix suna 7302", "one attribute of the default mapping refused the whole user"),
    19: PublicBug("infisical 6525", "members came though they were excluded, and the group shrank"),
    20: PublicBug("infisical 6471", "of adds at once the last one won; the removal of an absent member failed"),
    21: PublicBug("PostHog 47336, langwatch 7131", "Replace took other members; a rename emptied the group"),
    22: PublicBug("SCIM-SDK 167, 149", "a Remove with values was refused"),
    23: PublicBug(
      "directory-scimple 436, SimpleIdServer 164, SCIMReferenceCode 10, segment-docs 6726",
      "Remove with values took all members"),
    24: PublicBug("SCIM-SDK 416, 680", "a filtered Add made nothing, or an element for each part"),
    25: PublicBug("SCIM-SDK 541, 652, 686, directory-scimple 1244", "a manager as text, or an empty one, was refused"),
    26: PublicBug("azure-docs 11784", "the manager came back at another place, and was sent again each time"),
    27: PublicBug(
      "SCIM-SDK 193, scim-for-keycloak 26, SCIMReferenceCode 97",
      "names with dots in a value were refused or passed over"),
    28: PublicBug(
      "sourcegraph 49200, better-auth 10682, wire-server 5419", "one missing element refused the whole change"),
    29: PublicBug("sourcegraph 49325", "a disabled user was not returned any more"),
    30: PublicBug("scimmy 86", "\"false\" was refused"),
    31: PublicBug("authentik 13386, 11249", "PATCH answered 405"),
    32: PublicBug("langfuse 13528", "userName in another letter case was not found, and made a second user"),
    33: PublicBug("ory/polis 4065, 4067", "409 without scimType"),
    34: PublicBug("onyx 8747, amazon-connect-scim 2, 6", "the extension was refused, or its absence was an error"),
    35: PublicBug(
      "SCIMServer, root causes", "the token endpoint took no form, or no Basic; the probe of groups answered 404"),
    36: PublicBug("azure-docs 104859, 116775, scimgateway 89", "application/json stopped the hosted validator"),
    37: PublicBug("SimpleIdServer 73", "an unknown op answered 500"),
    38: PublicBug("agent-bom 3540", "ids of another tenant were read; an id in a POST overwrote"),
    39: PublicBug("bitwarden 4034", "a list without paging words was empty"),
    40: PublicBug("mlflow-oidc-auth 323", "members[value eq …] was refused"),
    41: PublicBug("SCIM-SDK 516, BYOA-Samples 26", "roles as texts were refused; a group as a member was refused"),
  ]
}
