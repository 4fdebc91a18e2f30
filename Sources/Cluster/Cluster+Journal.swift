import Directory
package import Worlds

/// The journals of worlds go along behind the answers: nobody waits for them, and a kill may lose the last ones.
extension Cluster {
  /// How many exchanges of a world are kept, which is as many as a journal holds. The newest take the places of the oldest.
  private static let keptExchanges = 10_000

  /// Keeps an exchange, when the world's journal has it.
  package func note(_ exchange: Exchange, of world: World) {
    let number = world.store.row
    let batches = shared.batches
    let drops = batches.drops
    guard keeps(number), let row = Self.row(of: exchange) else { return }
    batches.keepAlong([(number, row)], since: drops)
  }

  /// The row that keeps an exchange. Nil for one that no journal has: a failure of the server's own that only the log tells of. It has no place,
  /// and would take that of the first.
  static func row(of exchange: Exchange) -> ReplicatedRow? {
    guard exchange.number > 0 else { return nil }
    let place = Int64(exchange.place % Self.keptExchanges)
    let key = withUnsafeBytes(of: place.bigEndian) { Array($0) }
    return ReplicatedRow(kind: ReplicatedTable.exchanges, key: key, image: ReplicatedExchange.bytes(of: exchange))
  }

  /// The exchange that a row keeps, and its place. Nil for a row of another kind.
  static func exchange(of row: ReplicatedRow) -> (place: Int, bytes: [UInt8])? {
    guard row.kind == ReplicatedTable.exchanges, row.key.count == 8, let image = row.image else { return nil }
    return (Int(truncatingIfNeeded: row.key.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }), image)
  }
}
