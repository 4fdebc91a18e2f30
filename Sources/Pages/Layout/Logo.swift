/// The mark of the test authority: a hexagon around a dot.
enum Logo {
  static let svg: HTML = """
    <svg class="logo" viewBox="0 0 32 32" width="32" height="32" aria-hidden="true" focusable="false">\
    <rect width="32" height="32" rx="8"/><path d="M16 6.5 24.2 11.2v9.6L16 25.5 7.8 20.8v-9.6z"/>\
    <circle cx="16" cy="16" r="3.2"/></svg>
    """

  /// The same mark for the browser's tab. It is a `data:` URL, so that browsers do not ask for `/favicon.ico`.
  static let icon: HTML = """
    data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E\
    %3Crect width='32' height='32' rx='8' fill='%233346c8'/%3E\
    %3Cpath d='M16 6.5 24.2 11.2v9.6L16 25.5 7.8 20.8v-9.6z' fill='none' stroke='%23fff' stroke-width='2.4'/%3E\
    %3Ccircle cx='16' cy='16' r='3.2' fill='%23fff'/%3E%3C/svg%3E
    """
}
