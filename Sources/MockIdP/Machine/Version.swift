/// The version of this program. Everything that states it takes it from here: `mockidp version`, the control API, and by `scripts/version`
/// the packages.
package enum Version {
  package static let current = "0.1.0"
}
