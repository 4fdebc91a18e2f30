import HTTPWire
import Pages
import Worlds

/// `/common/oauth2/nativeclient`: an empty page for desktop apps, which read the answer from the address of an
/// embedded browser.
struct NativeClientEndpoint: Endpoint {
  let name = EndpointName.nativeClient

  func respond(to call: Call, _ exchange: inout Exchange) throws -> HTTPResponse {
    PageAnswer.make(NativeClientPage(), call, &exchange)
  }
}
