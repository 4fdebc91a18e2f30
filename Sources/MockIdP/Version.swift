/// The version of this program, for `mockidp version` and the control API.
package enum Version {
  package static let current = "0.1.0"
}
