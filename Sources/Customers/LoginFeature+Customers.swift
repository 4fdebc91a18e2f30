package import Authority
import Bytes
import Directory
import HTTPWire
import Policy
import Worlds

extension LoginFeature {
  /// Tenants for customers: user flows of Azure AD B2C, the pages of External ID, and the native authentication API.
  package static var customers: LoginFeature {
    var feature = LoginFeature()
    feature.finder = B2CRoutes()
    feature.routes = NativeAuthEndpoint.routes
    feature.tokenCalls = NativeTokenCalls()
    feature.pages = [
      ExternalCodeStep.self, ExternalAddressStep.self, ExternalDetailsStep.self, ExternalPasswordStep.self,
      ExternalProviderStep.self, ExternalBlockStep.self,
    ]
    feature.signIn = ExternalSignIn()
    return feature
  }
}
