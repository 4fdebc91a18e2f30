import Directory
import HTTPServer
import Platform
import Scenarios
import Worlds

/// What several rows look at, read once for one text, so that its figures are of one moment.
struct Scrape: Sendable {
  let parts: ServerParts
  let connections: ServerCounters.Reading
  let process: ProcessFigures
  var maximumFiles: Double { Double(FileLimit.current) }
  /// Nil when the store cannot be read: its figures are left out then, and the others are told.
  let store: Database.Figures?
  let worlds: Worlds

  struct Worlds: Sendable {
    var awake = 0
    var asleep = 0
    var exchanges = 0
  }

  init(_ parts: ServerParts) {
    self.parts = parts
    connections = parts.connections.reading
    process = .read()
    store = try? parts.database.figures()
    var worlds = Worlds()
    for world in [parts.worlds.main] + parts.worlds.worlds {
      if world.isAwake { worlds.awake += 1 } else { worlds.asleep += 1 }
      worlds.exchanges += world.journal.count
    }
    self.worlds = worlds
  }
}
