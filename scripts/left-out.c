// What the static executable does without. Each name is defined here before the libraries are searched, so that theirs, and
// all that only theirs needs, stays out of the file. Nothing of mockidp calls them.

#include <stdint.h>

// Names of characters (`Unicode.Scalar.Properties.name`), whose tables are 0.55 MB of Swift's standard library.
int64_t _swift_stdlib_getScalarName(uint32_t scalar, uint8_t *buffer, int64_t capacity) { return 0; }

// Full-text search and R-trees, 0.35 MB of SQLite: extensions that are registered with every connection. 0 is SQLITE_OK.
int sqlite3Fts3Init(void *connection) { return 0; }
int sqlite3Fts5Init(void *connection) { return 0; }
int sqlite3RtreeInit(void *connection) { return 0; }

// SQLite's trigonometry, which is all that brings 0.25 MB of the mathematics library along: not a number, if anybody asked.
#define LEFT_OUT(name) double name(double x) { return __builtin_nan(""); }
LEFT_OUT(sin) LEFT_OUT(cos) LEFT_OUT(tan) LEFT_OUT(asin) LEFT_OUT(acos) LEFT_OUT(atan)
LEFT_OUT(sinh) LEFT_OUT(cosh) LEFT_OUT(tanh) LEFT_OUT(asinh) LEFT_OUT(acosh) LEFT_OUT(atanh)
double atan2(double y, double x) { return __builtin_nan(""); }
