import Bytes
import Crypto
import Directory
import HTTPWire
import JSON
import Mail
import Policy
import Time
import Worlds

/// Invites a guest (Microsoft: "Create invitation", "Reset redemption status"). The answer has the link, and so has the mail if the client asks for one.
enum InvitationCalls {
  static func create(_ resource: ResourceCall, _ exchange: inout Exchange) throws -> HTTPResponse {
    let body = try resource.body(of: "invitation")
    let tenant = resource.token.tenant
    if let user = resource.token.user, let objection = InvitationRule(of: tenant).objection(to: user) {
      throw GraphError.lacksRole(objection)
    }
    guard let mail = body["invitedUserEmailAddress"]?.string else {
      throw GraphError.valueRequired("invitedUserEmailAddress", of: "Invitation")
    }
    guard let target = body["inviteRedirectUrl"]?.string, !target.isEmpty else {
      throw GraphError.valueRequired("inviteRedirectUrl", of: "Invitation")
    }
    let parts = mail.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else {
      throw GraphError.invalidValue("invitedUserEmailAddress", of: "Invitation")
    }
    let type = body["invitedUserType"]?.string ?? "Guest"
    guard ["Guest", "Member"].contains(type) else { throw GraphError.invalidValue("invitedUserType", of: "Invitation") }
    if type == "Member" { try Administration.check(.makeUsers, owners: [], resource) }
    if let member = user(of: mail, in: tenant, resource), !isGuest(member) { throw GraphError.invitedMember(member) }
    let isReset = body["resetRedemption"]?.bool ?? false
    let name = body["invitedUserDisplayName"]?.string ?? ""
    let known = user(of: mail, in: tenant, resource)
    let guest: User = try resource.call.world.edit { editor in
      let user = try known ?? editor.invite(mail, named: name, to: tenant.id)
      try editor.update(user.id) {
        $0.properties["inviteRedirectUrl"] = .string(target)
        if type == "Member" { $0.properties["userType"] = "Member" }
        if isReset { $0.properties["externalUserState"] = "PendingAcceptance" }
      }
      return try editor.user(user.id)
    }
    exchange.because("→ 201 '\(guest.alias)' is invited" + (known == nil ? "" : " again"))
    if body["sendInvitationMessage"]?.bool == true { invite(mail, guest, body, resource, exchange) }
    var response = GraphAnswer.created(
      shown(guest, body, mail, type, resource), context: "invitations/$entity", location: resource.call.origin.graph,
      version: resource.version.rawValue, resource.call, exchange)
    // Invitations are a service of its own (fields observed).
    response.fields.set("Cache-Control", "no-store, must-revalidate, no-cache")
    response.fields.remove("x-ms-resource-unit")
    return response
  }

  /// Mails the link; who asks for a text of its own has it before the link (Microsoft: "invitedUserMessageInfo").
  private static func invite(
    _ address: String, _ guest: User, _ body: JSONObject, _ resource: ResourceCall, _ exchange: Exchange
  ) {
    let tenant = resource.token.tenant
    let inviter = resource.token.user?.displayName ?? resource.token.client.displayName
    let info = body["invitedUserMessageInfo"]
    let own = info?["customizedMessageBody"]?.string.map { $0 + "\r\n\r\n" } ?? ""
    var message = MailMessage(
      from: MailAddress("invites@microsoft.com", name: "Microsoft Invitations on behalf of \(tenant.displayName)"),
      to: [MailAddress(address)], subject: "\(inviter) invited you to access applications within their organization",
      text: "\(own)Accept the invitation: \(link(guest, resource))")
    if let copies = info?["ccRecipients"] { message.members["ccRecipients"] = copies }
    resource.call.world.post(message, client: resource.token.client.alias, exchange: exchange)
  }

  /// The members in the order of the page.
  private static func shown(
    _ guest: User, _ body: JSONObject, _ mail: String, _ type: String, _ resource: ResourceCall
  ) -> JSONObject {
    let invitation = "\(guest.id)"
    let message = body["invitedUserMessageInfo"]
    let noRecipient: JSONValue = [["emailAddress": ["name": nil, "address": nil]]]
    return [
      "id": .string(invitation), "inviteRedeemUrl": .string(link(guest, resource)),
      "invitedUserDisplayName": .text(body["invitedUserDisplayName"]?.string), "invitedUserType": .string(type),
      "invitedUserEmailAddress": .string(mail),
      "sendInvitationMessage": .bool(body["sendInvitationMessage"]?.bool ?? false),
      "resetRedemption": .bool(body["resetRedemption"]?.bool ?? false),
      "inviteRedirectUrl": .string(normal(body["inviteRedirectUrl"]?.string ?? "")),
      "status": guest.awaitsAcceptance ? "PendingAcceptance" : "Completed",
      "invitedUserMessageInfo": [
        "messageLanguage": message?["messageLanguage"] ?? nil,
        "customizedMessageBody": message?["customizedMessageBody"] ?? nil,
        "ccRecipients": message?["ccRecipients"] ?? noRecipient,
      ],
      "invitedUser": ["id": "\(guest.id)"],
    ]
  }

  /// The address in its normal form: a host alone gets the path `/` (observed).
  private static func normal(_ address: String) -> String {
    guard let separator = address.firstPlace(of: "://") else { return address }
    let rest = address[separator.upperBound...].utf8
    return rest.isEmpty || rest.contains { [0x2F, 0x3F, 0x23].contains($0) } ? address : address + "/"
  }

  /// The address's escapes have small letters, and its path names no tenant (observed).
  private static func link(_ guest: User, _ resource: ResourceCall) -> String {
    let ticket = Base64.encode(Array(SHA256.hash("\(guest.id)/invitation")))
    let page =
      "https://invitations.microsoft.com/redeem/?tenant=\(guest.tenant)&user=\(guest.id)"
      + "&ticket=\(Percent.encode(ticket))&ver=2.0"
    return "\(resource.call.origin.login)/redeem?rd=\(Percent.encodeForm(page))"
  }

  /// The user of the tenant with that address. A guest is also known by the name that the invitation gives.
  private static func user(of mail: String, in tenant: Tenant, _ resource: ResourceCall) -> User? {
    let names = [mail, tenant.guestName(of: mail)]
    return resource.directory.usersInOrder.first { user in
      user.tenant == tenant.id && !user.isDeleted
        && (names.contains { ASCII.equalIgnoringCase($0, user.userPrincipalName) }
          || user.mail.map { ASCII.equalIgnoringCase($0, mail) } == true)
    }
  }

  private static func isGuest(_ user: User) -> Bool {
    user.isGuest || user.properties["externalUserState"] != nil
  }
}

extension GraphError {
  /// The text was reported.
  static func invitedMember(_ user: User) -> Self {
    Self(
      400, .badRequest,
      "The invited user already exists in the directory as object ID: \(user.id). They can use that account to sign in to "
        + "shared apps and resources.", because: "'\(user.alias)' is a member of the tenant")
  }
}
