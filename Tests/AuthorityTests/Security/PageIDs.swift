import Pages

enum PageIDs {
  static let all = PageID.allCases.map(\.rawValue)
}
