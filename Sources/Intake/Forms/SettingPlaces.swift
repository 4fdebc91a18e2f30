/// Finds the settings of a file that its values refer to.
struct SettingPlaces {
  /// Where the first setting of a name stands: its key alone, or with the names around it.
  private var places: [String: Int] = [:]

  init(_ settings: [Setting]) {
    for (index, setting) in settings.enumerated() {
      add(setting.key, index)
      add((setting.path + [setting.key]).joined(separator: "."), index)
    }
  }

  /// Adds a name of the setting at `index`. Of settings with the same name the first counts.
  mutating func add(_ name: String, _ index: Int) { places[name] = min(places[name] ?? index, index) }

  /// The value with the values of other settings in the place of references to them.
  func resolved(_ value: String, _ settings: [Setting]) -> String {
    Reference.resolve(value) { name in places[name].map { settings[$0].value } }
  }
}
