/// What all servers of a cluster must agree about cannot be asked or changed now.
package struct RosterTrouble: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
