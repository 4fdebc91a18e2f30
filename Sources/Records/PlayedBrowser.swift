import Bytes
import HTTPWire

/// Keeps cookies and the page that is shown, and follows redirects on the service's hosts.
struct PlayedBrowser {
  private var cookies: [(name: String, value: String)] = []
  private(set) var shown: AnswerView?
  /// Where the page came from: `https://login.microsoftonline.com/common/…`.
  private(set) var place: String?

  private static let hosts = ["login.microsoftonline.com", "login.live.com", "login.windows.net"]
  private static let mostRedirects = 20

  func dressed(_ request: HTTPRequest) -> HTTPRequest {
    guard !cookies.isEmpty else { return request }
    var request = request
    request.fields.append("Cookie", cookies.map { "\($0.name)=\($0.value)" }.joined(separator: "; "))
    return request
  }

  mutating func open(_ request: HTTPRequest, on stage: Stage, follows: Bool) -> AnswerView {
    var request = request
    for _ in 0..<Self.mostRedirects {
      let answer = AnswerView(stage.answer(request))
      keep(answer)
      let own = (request.isSecure ? "https://" : "http://") + request.authority
      place = own + request.path
      shown = answer
      guard follows, (300..<400).contains(answer.response.status), let location = answer.response.fields["Location"],
        location.hasPrefix("/") || location.hasPrefix(own + "/")
          || Self.hosts.contains(where: { location.hasPrefix("https://\($0)/") })
      else { return answer }
      request = dressed(RequestWriter.request("GET", Self.absolute(location, from: place ?? own)))
    }
    return shown ?? AnswerView(HTTPResponse(status: 508))
  }

  static func absolute(_ address: String, from place: String) -> String {
    guard address.hasPrefix("/"), let scheme = place.firstPlace(of: "://") else { return address }
    let rest = place[scheme.upperBound...]
    let host = rest.prefix { $0 != "/" }
    return place[..<scheme.upperBound] + host + address
  }

  private mutating func keep(_ answer: AnswerView) {
    for cookie in answer.cookies {
      cookies.removeAll { $0.name == cookie.name }
      if !cookie.value.isEmpty { cookies.append((cookie.name, cookie.value)) }
    }
  }
}
