/// The tables, as the steps that lead from each version of the schema to the next. Steps that were released never change.
enum Schema {
  static let migrations: [String] = [version1, version2, version3, version4, version5, version6]

  /// Times are ticks of 100 ns, ids are 16 bytes, secrets of clients and users are never kept: codes, refresh tokens and
  /// browser handles are known by a digest only.
  private static let version1 = """
    CREATE TABLE world (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, scenario TEXT NOT NULL, created INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE object (
      world INTEGER NOT NULL, kind TEXT NOT NULL, id BLOB NOT NULL, position INTEGER NOT NULL, document TEXT NOT NULL,
      PRIMARY KEY (world, kind, id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE session (
      world INTEGER NOT NULL, browser BLOB NOT NULL, id BLOB NOT NULL, user BLOB NOT NULL, authenticated INTEGER NOT NULL,
      methods TEXT NOT NULL, persistent INTEGER NOT NULL, used INTEGER NOT NULL,
      PRIMARY KEY (world, browser, id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX session_user ON session (world, user);
    CREATE TABLE code (
      digest BLOB PRIMARY KEY, world INTEGER NOT NULL, client BLOB NOT NULL, user BLOB NOT NULL, tenant BLOB NOT NULL,
      segment TEXT NOT NULL, redirect TEXT NOT NULL, redirect_sent INTEGER NOT NULL, platform TEXT NOT NULL,
      scope TEXT NOT NULL, challenge TEXT, challenge_method TEXT, nonce TEXT, session BLOB,
      authenticated INTEGER NOT NULL, methods TEXT NOT NULL, capabilities TEXT NOT NULL, claims TEXT, issued INTEGER NOT NULL,
      used INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE sign_in_grant (
      id INTEGER PRIMARY KEY, world INTEGER NOT NULL, client BLOB NOT NULL, user BLOB NOT NULL, tenant BLOB NOT NULL,
      platform TEXT NOT NULL, scope TEXT NOT NULL, session BLOB, authenticated INTEGER NOT NULL, methods TEXT NOT NULL,
      capabilities TEXT NOT NULL
    ) STRICT;
    CREATE INDEX grant_user ON sign_in_grant (world, user);
    CREATE TABLE refresh_token (
      digest BLOB PRIMARY KEY, grant_id INTEGER NOT NULL, issued INTEGER NOT NULL, ends INTEGER, revoked INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX refresh_token_grant ON refresh_token (grant_id);
    CREATE TABLE device_code (
      digest BLOB PRIMARY KEY, world INTEGER NOT NULL, user_code TEXT NOT NULL, client BLOB NOT NULL,
      segment TEXT NOT NULL, scope TEXT NOT NULL, capabilities TEXT NOT NULL, issued INTEGER NOT NULL,
      state TEXT NOT NULL, refusal INTEGER, user BLOB, tenant BLOB, session BLOB, authenticated INTEGER, methods TEXT,
      polls INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX device_code_user_code ON device_code (world, user_code);
    CREATE TABLE sign_in_flow (
      digest BLOB PRIMARY KEY, world INTEGER NOT NULL, browser BLOB NOT NULL, started INTEGER NOT NULL,
      document TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    """

  /// Worlds that were made over the control API. They keep their recipe; their objects are the changes since they were seeded,
  /// and the document of one that was taken out is `null`. Where `recipe` is NULL, objects are the whole directory.
  private static let version2 = """
    ALTER TABLE world ADD COLUMN recipe TEXT;
    CREATE TABLE snapshot (
      world INTEGER NOT NULL, name TEXT NOT NULL, created INTEGER NOT NULL, document TEXT NOT NULL,
      PRIMARY KEY (world, name)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX object_position ON object (world, kind, position);
    CREATE INDEX code_issued ON code (world, issued);
    CREATE INDEX device_code_issued ON device_code (world, issued);
    CREATE INDEX sign_in_flow_started ON sign_in_flow (world, started);
    """

  /// What a device asked of its sign-in, and when it last polled.
  private static let version3 = """
    ALTER TABLE device_code ADD COLUMN claims TEXT;
    ALTER TABLE device_code ADD COLUMN polled INTEGER;
    """

  /// What a world keeps in memory: clock, rules, settings. How often a server was started on this file.
  private static let version4 = """
    ALTER TABLE world ADD COLUMN memory TEXT;
    CREATE TABLE server (id INTEGER PRIMARY KEY CHECK (id = 1), starts INTEGER NOT NULL) STRICT;
    """

  /// What sweeping looks for, so that it need not read every row.
  private static let version5 = """
    CREATE INDEX refresh_token_issued ON refresh_token (issued);
    CREATE INDEX session_used ON session (world, used);
    """

  /// Codes in the order they came. Rows as wide as these, kept in the order of their digests, were spread over the whole table,
  /// and one code in three split a page.
  private static let version6 = """
    ALTER TABLE code RENAME TO code_by_digest;
    DROP INDEX code_issued;
    CREATE TABLE code (
      digest BLOB NOT NULL PRIMARY KEY, world INTEGER NOT NULL, client BLOB NOT NULL, user BLOB NOT NULL,
      tenant BLOB NOT NULL, segment TEXT NOT NULL, redirect TEXT NOT NULL, redirect_sent INTEGER NOT NULL,
      platform TEXT NOT NULL, scope TEXT NOT NULL, challenge TEXT, challenge_method TEXT, nonce TEXT, session BLOB,
      authenticated INTEGER NOT NULL, methods TEXT NOT NULL, capabilities TEXT NOT NULL, claims TEXT, issued INTEGER NOT NULL,
      used INTEGER NOT NULL
    ) STRICT;
    INSERT INTO code SELECT * FROM code_by_digest ORDER BY issued;
    DROP TABLE code_by_digest;
    CREATE INDEX code_issued ON code (world, issued);
    """
}
