// Written by scripts/embed-console from Sources/Console/Files: change those and run it again.

extension ConsoleFile {
  static let iconSvg: StaticString = """
    H4sIAAAAAAACAz2PwU7DMAyG7zyF5Z3npG4XCmp64AwPgbK0iSjtlEbNxtPjagzJku1Pv+3f3bqNcP2e5tViyPnyqlQphUpNSxoVa62VKBC26Mvb\
    crWoQUPNEth3ybsMJZ5zsCgAgo9jyPc6ibZFGOI0WTzUdWNci6rvLp85wNniR2XA0Am4IYaqIt5eyLwL5JPQZ2qBNbXbUejPY828zB5hzWn58rJ0\
    GIZHd/xzwdTsR1xMbvLgxENlENztnpNYI/43tc+LeH+wf/oF4UexlwkBAAA=
    """
}
