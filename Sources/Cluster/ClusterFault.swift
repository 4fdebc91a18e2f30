import Platform

/// What a debug build can be told to do wrong with `MOCKIDP_CLUSTER_FAULT`: `fence`, `lease`, `wait` or `single-use`. The checker of histories
/// (clients/cluster) is shown to find each of them. A release build reads nothing of it.
enum ClusterFault {
  #if DEBUG
    private static let name = getenv("MOCKIDP_CLUSTER_FAULT").map { String(cString: $0) } ?? ""

    /// This server believes that it has its lease whether it has it or not, and its batches are kept.
    static let isUnfenced = name == "lease"
    /// Batches are kept whether this server has its lease or not: the statement is not fenced, all else is as it should be.
    private static let keepsAll = isUnfenced || name == "fence"
    /// Clients are answered before what they are told is kept.
    static let isHasty = name == "wait"
    /// That a code was used is not kept.
    static let forgetsUse = name == "single-use"

    /// The statement of the batches, as the fault has it.
    static func changed(_ statement: String, fence: String, taking: String, code: Int64) -> String {
      var lines = statement.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
      for index in lines.indices {
        if keepsAll, lines[index].hasPrefix(fence) { lines[index] = "WITH lease AS MATERIALIZED (SELECT 1)," }
        if forgetsUse, lines[index].hasSuffix(taking) { lines[index] += " WHERE row.kind <> \(code)" }
      }
      return lines.joined(separator: "\n")
    }
  #else
    static let isUnfenced = false
    static let isHasty = false
  #endif
}
