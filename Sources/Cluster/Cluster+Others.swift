import Directory
package import HTTPServer
package import Worlds

/// The other servers, as PostgreSQL told of them when it was last asked.
extension Cluster {
  /// Whether that server's lease holds, as of the last second.
  package func isLiving(_ owner: Int64, of world: World) -> Bool {
    shared.replica(owner) != nil
  }

  /// The other servers that were there when PostgreSQL was last asked, the one first that should have the world.
  package func others(for world: World) -> [RelayPeer] {
    var left = shared.replicas.filter { $0.id != shared.lease?.id }
    var peers: [RelayPeer] = []
    while let winner = Rendezvous.winner(for: world.store.row, among: left.map(\.id)) {
      peers += left.filter { $0.id == winner }.map(\.peer)
      left.removeAll { $0.id == winner }
    }
    return peers
  }
}
