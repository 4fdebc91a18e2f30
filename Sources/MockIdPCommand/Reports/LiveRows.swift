/// The rows of exchanges that are printed one by one, as they come. Of what a browser asks by itself only the first is
/// shown.
struct LiveRows: Sendable {
  private var hasShownChatter = false

  /// The row as it is to be printed; nil when it is left out.
  mutating func next(_ row: ExchangeRow) -> ExchangeRow? {
    guard row.isChatter else { return row }
    guard !hasShownChatter else { return nil }
    hasShownChatter = true
    var line = row
    line.outcome += "; more of these are left out"
    return line
  }
}
