package import SQLite

extension Store {
  /// Reads the rows of the world in, in the place of all that it has here.
  package func readIn(_ rows: [ReplicatedRow]) throws(SQLiteError) { try database.readIn(rows, ofWorld: world) }

  /// Forgets the rows of the world here, and nowhere else.
  package func letGo() throws(SQLiteError) { try database.letGo(ofWorld: world) }

  /// Removes the world here, and nowhere else.
  package func displace() throws(SQLiteError) { try database.displaceWorld(world) }
}
