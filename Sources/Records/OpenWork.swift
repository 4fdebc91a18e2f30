/// The part of the work that a record waits for which is not met yet.
package enum OpenWork: String, Sendable, Hashable, CaseIterable {
  case refusals
  case tokens
  case pages
  case graph
  case machines
  case mcp
  case reproduce
  case clients
  case `init`
  case mail
  case saml
  case scim
}
