import Directory

/// What a cluster has in PostgreSQL. All of it stands in one schema, so that several clusters fit into one database.
enum ClusterTables {
  /// The version of these tables. A server refuses newer ones.
  static let version: Int64 = 1

  /// The schema of a cluster that was given no other name.
  static let schema = "mockidp"

  /// Makes schema and tables. `name` is quoted by the caller.
  static func creation(schema name: String) -> String {
    let kinds = ReplicatedTable.lookedUp.map { "\($0)" }.joined(separator: ", ")
    return """
      CREATE SCHEMA \(name);
      SET search_path = \(name);
      -- The cluster itself: one row.
      CREATE TABLE cluster (
        single boolean PRIMARY KEY DEFAULT true CHECK (single), version bigint NOT NULL, id text NOT NULL,
        secrets bytea NOT NULL, made timestamptz NOT NULL DEFAULT clock_timestamp()
      );
      -- A server with its lease. A higher epoch than the server knows means that another one has taken over its worlds.
      CREATE TABLE replica (
        id bigserial PRIMARY KEY, epoch bigint NOT NULL DEFAULT 1, ends timestamptz NOT NULL,
        began timestamptz NOT NULL DEFAULT clock_timestamp(), url text NOT NULL, program text NOT NULL,
        schema_version bigint NOT NULL, leaving boolean NOT NULL DEFAULT false
      );
      -- A world: who has it, and what a server needs to make it.
      CREATE TABLE world (
        id bigint PRIMARY KEY, name text NOT NULL UNIQUE, scenario text NOT NULL, made bigint NOT NULL, recipe text NOT NULL,
        idle bigint, used timestamptz NOT NULL DEFAULT clock_timestamp(), ended timestamptz,
        owner bigint, owner_epoch bigint, claims bigint NOT NULL DEFAULT 0, schema_version bigint NOT NULL DEFAULT 1,
        left_well boolean NOT NULL DEFAULT true, changed xid8 NOT NULL DEFAULT pg_current_xact_id()
      );
      CREATE INDEX world_changed ON world (changed);
      -- The rows of the worlds. The newest image wins.
      CREATE TABLE row (
        world bigint NOT NULL, kind bigint NOT NULL, key bytea NOT NULL, image bytea NOT NULL, PRIMARY KEY (world, kind, key)
      ) WITH (fillfactor = 80);
      CREATE INDEX row_key ON row (key, kind) WHERE kind IN (\(kinds));
      """
  }

  /// Lets a role do what a server does, and nothing more.
  static func rights(of role: String, schema name: String) -> String {
    """
    GRANT USAGE ON SCHEMA \(name) TO \(role);
    GRANT SELECT ON \(name).cluster TO \(role);
    GRANT SELECT, INSERT, UPDATE, DELETE ON \(name).replica, \(name).world, \(name).row TO \(role);
    GRANT USAGE ON SEQUENCE \(name).replica_id_seq TO \(role);
    """
  }

  /// A name as SQL quotes it.
  static func quoted(_ name: String) -> String {
    "\"" + name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }
}
