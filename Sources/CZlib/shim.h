#pragma once
// zlib. Its functions that begin a stream are macros, which Swift does not import.
#include <zlib.h>

// Begins a stream that must be gzip (RFC 1952); 15 is the largest window, and 16 asks for gzip.
static inline int mockidp_inflate_gzip(z_stream *stream) { return inflateInit2(stream, 15 + 16); }

// Begins to write gzip, at the strongest compression.
static inline int mockidp_deflate_gzip(z_stream *stream) {
  return deflateInit2(stream, Z_BEST_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}

// Begins a stream that must be raw DEFLATE (RFC 1951), with neither head nor check sum.
static inline int mockidp_inflate_raw(z_stream *stream) { return inflateInit2(stream, -15); }

// Begins to write raw DEFLATE, at the strongest compression.
static inline int mockidp_deflate_raw(z_stream *stream) {
  return deflateInit2(stream, Z_BEST_COMPRESSION, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY);
}
