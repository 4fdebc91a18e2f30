package import HTTPWire
import Pages
package import Worlds

/// `/common/oauth2/nativeclient`: an empty page for desktop apps, which read the answer from the address of an
/// embedded browser.
package struct NativeClientEndpoint: Endpoint {
  package let name = EndpointName.nativeClient
  package let answers: AnswerKind

  package init(answers: AnswerKind = .page) { self.answers = answers }

  package func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    PageAnswer.make(NativeClientPage(), call, &exchange)
  }
}
