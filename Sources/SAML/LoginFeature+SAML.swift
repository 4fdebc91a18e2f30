package import Authority
import Worlds

extension LoginFeature {
  /// SAML 2.0: sign-in, sign-out and metadata.
  package static var saml: LoginFeature {
    var feature = LoginFeature()
    feature.signInProtocol = SAMLProtocol()
    feature.routes = [
      AuthorityRoute("/{tenant}/saml2", nil, joined: { SAMLEndpoint(tenant: $0[0], features: $1) }),
      AuthorityRoute("/{tenant}/saml2/{principal}", nil, joined: { values, features in
        SAMLEndpoint(tenant: values[0], principal: values[1], features: features)
      }),
      AuthorityRoute("/{tenant}/samlsignout", ["POST"], joined: { SAMLSignOutForm(tenant: $0[0], features: $1) }),
      AuthorityRoute("/{tenant}/federationmetadata/2007-06/federationmetadata.xml", AuthorityRoute.read) {
        SAMLMetadataEndpoint(tenant: $0[0])
      },
      AuthorityRoute("/signin/{application}", AuthorityRoute.read, joined: { LauncherEndpoint(application: $0[0], features: $1) }),
      AuthorityRoute("/signin/{name}/{application}", AuthorityRoute.read, joined: {
        LauncherEndpoint(application: $0[1], features: $1)
      }),
      AuthorityRoute("/{domain}/signin/{application}", AuthorityRoute.read, joined: {
        LauncherEndpoint(application: $0[1], domain: $0[0], features: $1)
      }),
      AuthorityRoute("/{domain}/signin/{name}/{application}", AuthorityRoute.read, joined: {
        LauncherEndpoint(application: $0[2], domain: $0[0], features: $1)
      }),
      AuthorityRoute("/api/signin/{application}", AuthorityRoute.read, joined: {
        LauncherEndpoint(application: $0[0], features: $1)
      }),
    ]
    return feature
  }
}
