package import Authority
import Customers
import Machines
import SAML

extension AuthorityRoutes {
  /// The login service with all its features. A new one is an entry here; the login service and the other features stay as they are.
  package static let joined = AuthorityRoutes(joining: [.customers, .machines, .saml])
}
