// Files of this project that the program carries, each from the place where people keep it. A new file is one more entry of the list in
// scenarios.c, pages.c or console.c; the compiler reads it when the program is built.
#ifndef MOCKIDP_FILES_H
#define MOCKIDP_FILES_H

#include <stddef.h>

// `#embed` came with C23; the compiler has it in older C as well.
#pragma clang diagnostic ignored "-Wc23-extensions"

/// A text that the program carries.
struct mockidp_file {
  /// Of a scenario its theme, of a file of the console its content type, of a page NULL.
  const char *_Nullable kind;
  const char *_Nonnull name;
  /// The bytes of the file, in UTF-8, and a zero after them.
  const unsigned char *_Nonnull text;
};

/// A list of texts.
struct mockidp_files {
  const struct mockidp_file *_Nonnull first;
  size_t count;
};

struct mockidp_files mockidp_scenarios(void);
struct mockidp_files mockidp_pages(void);
struct mockidp_files mockidp_console(void);

/// All of data/graph-permissions.tsv, and how many bytes that is.
const unsigned char *_Nonnull mockidp_graph_permissions(void);
size_t mockidp_graph_permissions_size(void);

/// All of data/microsoft-apps.tsv, and how many bytes that is.
const unsigned char *_Nonnull mockidp_microsoft_apps(void);
size_t mockidp_microsoft_apps_size(void);

/// All of data/graph-addresses.tsv and data/graph-properties.tsv, and how many bytes each is.
const unsigned char *_Nonnull mockidp_graph_addresses(void);
size_t mockidp_graph_addresses_size(void);
const unsigned char *_Nonnull mockidp_graph_properties(void);
size_t mockidp_graph_properties_size(void);

#endif
