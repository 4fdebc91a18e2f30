package import HTTPWire
import Policy
package import Worlds

/// The answer of a host of the login service to a path that it does not have: 404 without a body. The root of Microsoft's own names leads on.
package enum NothingAnswer {
  /// `isMicrosofts` says whether the client called by a name of the login service's.
  package static func response(to call: Call, isMicrosofts: Bool, _ exchange: Exchange) -> HTTPResponse {
    var exchange = exchange
    var response = HTTPResponse(status: 404)
    var kind = AnswerKind.nothing
    if call.request.path == "/", isMicrosofts {
      response = HTTPResponse(status: 302, fields: ["Location": "https://www.office.com/login#"])
      kind = .page
    }
    exchange.answers = kind
    CommonFields.complete(&response, of: kind, call, exchange)
    return response
  }
}
