import Directory
import Expectations
import JSON
import Mail
import Testing
import Worlds

/// Guests who are invited, and what becomes of the invitation.
@Suite("Invitations") struct InvitationTests {
  private static let body =
    #"{"invitedUserEmailAddress":"Kim@partner.test","inviteRedirectUrl":"https://app.test/","invitedUserDisplayName":"Kim Partner"}"#

  @Test func aGuestWithAnAccountOfItsOwn() throws {
    let admin = try Administrator(Bench())
    let answer = try admin.expect(201, "POST", "/invitations", Self.body).body
    #expect(answer["status"] == "PendingAcceptance" && answer["invitedUserType"] == "Guest")
    expectEqual(
      answer["inviteRedeemUrl"]?.string?.hasPrefix(
        "https://localhost:8443/redeem?rd=https%3a"), true)
    let id = answer["invitedUser"]?["id"]?.string ?? ""
    let shown = try admin.expect(
      200, "GET", "/users/\(id)?$select=userPrincipalName,userType,creationType,externalUserState,mail,displayName"
    ).body
    expectEqual(shown["userPrincipalName"], "Kim_partner.test#EXT#@contoso.onmicrosoft.com")
    #expect(
      shown["userType"] == "Guest" && shown["creationType"] == "Invitation" && shown["mail"] == "Kim@partner.test")
    #expect(shown["externalUserState"] == "PendingAcceptance" && shown["displayName"] == "Kim Partner")
    let guest = try #require(admin.bench.world.directory.users.values.first { "\($0.id)" == id })
    let account = admin.bench.world.directory.account(of: guest)
    #expect(account.tenant == WellKnown.personalTenant && account.password?.matches("Passw0rd!") == true)
    // The same address again is the same guest, and an export has it.
    let again = try admin.expect(201, "POST", "/invitations", Self.body).body
    expectEqual(again["invitedUser"]?["id"]?.string, id)
    let world = try admin.again()
    try expectEqual(
      world.send("GET", "/users/\(id)?$select=externalUserState").body["externalUserState"], "PendingAcceptance")
  }

  @Test func aGuestOfAnotherTenantOfTheWorld() throws {
    let admin = try Administrator(Bench())
    let body = #"{"invitedUserEmailAddress":"pat@outlook.com","inviteRedirectUrl":"https://app.test/"}"#
    let id = try admin.expect(201, "POST", "/invitations", body).body["invitedUser"]?["id"]?.string ?? ""
    let guest = try #require(admin.bench.world.directory.users.values.first { "\($0.id)" == id })
    try expectEqual(guest.home?.user, admin.bench.user("personal").id)
  }

  @Test(arguments: [true, false]) func theInvitationIsMailedWhereTheCallSaysSo(_ isSent: Bool) throws {
    let admin = try Administrator(Bench())
    let info =
      #""invitedUserMessageInfo":{"customizedMessageBody":"Welcome!","ccRecipients":[{"emailAddress":{"address":"bob@contoso.onmicrosoft.com"}}]}"#
    let body = Self.body.dropLast() + #","sendInvitationMessage":\#(isSent),\#(info)}"#
    let answer = try admin.expect(201, "POST", "/invitations", String(body)).body
    let mail = admin.bench.world.mail.all
    expectEqual(mail.count, isSent ? 1 : 0)
    guard let message = mail.first?.message else { return }
    expectEqual(message.recipients.map(\.address), ["Kim@partner.test", "bob@contoso.onmicrosoft.com"])
    expectEqual(MailText.links(in: message).map(\.url), [answer["inviteRedeemUrl"]?.string ?? ""])
    #expect(message.text.hasPrefix("Welcome!"))
    expectEqual(mail.first?.sending?.form, .service)
    // The guest has it in the mailbox of the account at home.
    expectEqual(mail.first?.sending?.delivered, ["Kim-account", "bob"])
  }

  @Test func aMemberCannotBeInvited() throws {
    let admin = try Administrator(Bench())
    let alice = try admin.bench.user("alice").id
    let refused = try admin.expect(
      400, "POST", "/invitations",
      #"{"invitedUserEmailAddress":"alice@contoso.onmicrosoft.com","inviteRedirectUrl":"https://app.test/"}"#)
    #expect(refused.message.hasPrefix("The invited user already exists in the directory as object ID: \(alice)."))
  }

  @Test(arguments: [
    #"{"inviteRedirectUrl":"https://a.test"}"#, #"{"invitedUserEmailAddress":"a@b.test"}"#,
    #"{"invitedUserEmailAddress":"nobody","inviteRedirectUrl":"https://a.test"}"#,
    #"{"invitedUserEmailAddress":"a@b.test","inviteRedirectUrl":"https://a.test","invitedUserType":"Robot"}"#,
  ])
  func refuses(_ body: String) throws {
    let admin = try Administrator(Bench())
    let before = admin.bench.world.directory.users.values.count
    try admin.expect(400, "POST", "/invitations", body)
    expectEqual(admin.bench.world.directory.users.values.count, before)
  }
}
