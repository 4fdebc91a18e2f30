import Bytes
import Directory
import HTTPWire
import JSON
import Policy
import Worlds

/// `GET /redeem?rd=…`: what the mail of an invitation leads to. The guest accepts by following it, and goes on to where the app that invited
/// wants guests to arrive. At the service the guest signs in first; here the app asks for that.
struct RedeemEndpoint: Endpoint {
  let name = EndpointName.signIn
  let answers = AnswerKind.page

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    let directory = call.world.directory
    let link = FormFields(parsing: call.request.query ?? "")?["rd"] ?? ""
    let fields = FormFields(parsing: String(link.drop { $0 != "?" }.dropFirst()))
    guard let user = fields?["user"].flatMap({ User.ID($0) }).flatMap({ directory.users[$0] }), !user.isDeleted,
      let target = user.properties.text("inviteRedirectUrl")
    else {
      exchange.because("→ 404 the link names no invitation of this world")
      return .plain(404, "This invitation does not exist.")
    }
    try call.world.edit { try $0.acceptInvitation(of: user.id) }
    exchange.note(user: user)
    exchange.because("→ 302 '\(user.alias)' has accepted the invitation")
    return HTTPResponse(status: 302, fields: ["Location": target])
  }
}
