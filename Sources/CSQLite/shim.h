#pragma once
// SQLite 3. Function-like macros and variadic functions, which Swift does not import, get an inline function.
// Declares the hook that tells of changed rows (SQLite: "The pre-update hook"). Debian's library has it.
#define SQLITE_ENABLE_PREUPDATE_HOOK 1
#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast of -1 to a function pointer; SQLite copies the bytes before the call returns. An empty value
// may come with a null pointer, which SQLite would bind as NULL.
static inline int mockidp_sqlite3_bind_text(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, index, bytes ? (const char *)bytes : "", count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int mockidp_sqlite3_bind_blob(sqlite3_stmt *statement, int index, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, index, bytes ? bytes : "", count, SQLITE_TRANSIENT);
}

// Sets one of the on/off options of sqlite3_db_config.
static inline int mockidp_sqlite3_db_config(sqlite3 *connection, int option, int on) {
  return sqlite3_db_config(connection, option, on, (int *)0);
}
