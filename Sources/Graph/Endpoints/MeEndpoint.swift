import Directory
import HTTPWire
import Scenarios

/// `GET /{version}/me`: the signed-in user (Microsoft: "Get a user").
struct MeEndpoint: GraphEndpoint {
  let name = EndpointName.me
  let version: GraphVersion

  private static let methods = ["GET", "HEAD"]

  /// Any one of these delegated permissions lets a user read the own object.
  static let permissions = [
    "User.Read", "User.ReadWrite", "User.ReadBasic.All", "User.Read.All", "User.ReadWrite.All", "Directory.Read.All",
    "Directory.ReadWrite.All",
  ]

  func answer(to call: Call, for token: GraphToken, _ exchange: inout Exchange) throws -> HTTPResponse {
    guard Self.methods.contains(call.request.method) else {
      throw GraphError.methodNotAllowed(call.request.method, allowed: Self.methods)
    }
    let user = try token.signedInUser
    try token.require(oneOf: Self.permissions)
    let query = try ResourceQuery(call.request.query, version)
    let view = UserView(user: user, tenant: token.tenant)
    exchange.because("→ 200 \(user.alias)" + (query.selected.map { ", \($0.joined(separator: ","))" } ?? ""))
    return GraphAnswer.odata(
      view.members(query, version), context: UserView.context(query), version: version.rawValue, call, exchange)
  }
}
