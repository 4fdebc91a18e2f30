import HTTPWire
import Pages
import Worlds

/// What one answer is, by the kind of its endpoint and by what came of the request. Each form has one set of header fields and cookies.
enum AnswerForm: Sendable, Hashable {
  case document, documentRefusal, realm, token, deviceCode, service
  case page, formPost, frame, redirect
  case nothing, gateway, preflight
  case customerPage, customerRedirect, customerToken, customerDocument, customerNothing

  init(_ kind: AnswerKind, _ response: HTTPResponse, _ call: Call, _ exchange: Exchange) {
    let isPage = exchange.page != nil && response.status == 200
    switch kind {
    case .gateway, .own: self = .gateway
    case .nothing: self = .nothing
    case .customers, .customerToken, .customerDocument:
      self =
        switch (kind, response.status) {
        case _ where isPage: .customerPage
        case (_, 302): .customerRedirect
        case (_, 404): .customerNothing
        case (.customerDocument, _): .customerDocument
        default: .customerToken
        }
    case _ where call.request.method == "OPTIONS": self = .preflight
    case _ where isPage: self = exchange.page == PageID.response.rawValue ? .formPost : .page
    case _ where response.status == 302: self = .redirect
    case _ where response.status == 404 || response.status == 405: self = .nothing
    case .document: self = response.status < 400 ? .document : .documentRefusal
    case .realm: self = .realm
    case .token: self = .token
    case .deviceCode: self = .deviceCode
    case .service: self = .service
    case .page: self = .page
    case .frame: self = .frame
    }
  }

  var isOfCustomers: Bool {
    switch self {
    case .customerPage, .customerRedirect, .customerToken, .customerDocument, .customerNothing: true
    default: false
    }
  }

  var isPageOrRedirect: Bool {
    switch self {
    case .page, .formPost, .frame, .redirect: true
    default: false
    }
  }
}
