import Platform

/// The tables, as steps from each version of the schema to the next. A step that was released never changes.
enum Schema {
  static let migrations: [String] = [version1, version2, version3, version4, version5, version6, version7] + next

  #if DEBUG
    /// With `MOCKIDP_NEXT_SCHEMA=1` a debug build is a program of the next version: the tests upgrade a cluster to it.
    private static var next: [String] {
      guard getenv("MOCKIDP_NEXT_SCHEMA") != nil else { return [] }
      return ["ALTER TABLE sign_in_grant ADD COLUMN of_next TEXT DEFAULT 'next'"]
    }
  #else
    private static var next: [String] { [] }
  #endif

  /// Times are ticks of 100 ns and ids are 16 bytes. The tables never hold a code, a refresh token or a browser
  /// handle, only its digest.
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

  /// For worlds that the control API makes. Such a world keeps its recipe, and its objects are the changes since it
  /// was seeded; the document of a removed object is `null`. Where `recipe` is NULL, the objects are the whole
  /// directory.
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

  /// The claims that a device asked for, and the time of its last poll.
  private static let version3 = """
    ALTER TABLE device_code ADD COLUMN claims TEXT;
    ALTER TABLE device_code ADD COLUMN polled INTEGER;
    """

  /// The part of a world that is in memory (clock, rules, settings), and the number of times that a server was
  /// started on this file.
  private static let version4 = """
    ALTER TABLE world ADD COLUMN memory TEXT;
    CREATE TABLE server (id INTEGER PRIMARY KEY CHECK (id = 1), starts INTEGER NOT NULL) STRICT;
    """

  /// Indexes for sweeping, so that it need not read every row.
  private static let version5 = """
    CREATE INDEX refresh_token_issued ON refresh_token (issued);
    CREATE INDEX session_used ON session (world, used);
    """

  /// Keeps codes in the order in which they came. Rows of this width in the order of their digests lay all over the
  /// table, and one code in three split a page.
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

  /// Every row says which world it belongs to, and a grant's number is its world's own. So the rows of a world can move to another
  /// server.
  private static let version7 = """
    ALTER TABLE sign_in_grant RENAME TO grant_by_number;
    DROP INDEX grant_user;
    CREATE TABLE sign_in_grant (
      world INTEGER NOT NULL, id INTEGER NOT NULL, client BLOB NOT NULL, user BLOB NOT NULL, tenant BLOB NOT NULL,
      platform TEXT NOT NULL, scope TEXT NOT NULL, session BLOB, authenticated INTEGER NOT NULL, methods TEXT NOT NULL,
      capabilities TEXT NOT NULL,
      PRIMARY KEY (world, id)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO sign_in_grant
      SELECT world, id, client, user, tenant, platform, scope, session, authenticated, methods, capabilities
      FROM grant_by_number ORDER BY world, id;
    CREATE INDEX grant_user ON sign_in_grant (world, user);
    ALTER TABLE refresh_token RENAME TO token_by_grant;
    DROP INDEX refresh_token_grant;
    DROP INDEX refresh_token_issued;
    CREATE TABLE refresh_token (
      digest BLOB PRIMARY KEY, world INTEGER NOT NULL, grant_id INTEGER NOT NULL, issued INTEGER NOT NULL, ends INTEGER,
      revoked INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO refresh_token
      SELECT t.digest, g.world, t.grant_id, t.issued, t.ends, t.revoked
      FROM token_by_grant t JOIN grant_by_number g ON g.id = t.grant_id;
    CREATE INDEX refresh_token_grant ON refresh_token (world, grant_id);
    CREATE INDEX refresh_token_issued ON refresh_token (world, issued);
    DROP TABLE token_by_grant;
    DROP TABLE grant_by_number;
    """
}
