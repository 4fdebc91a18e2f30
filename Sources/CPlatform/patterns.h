// Regular expressions of POSIX (extended), on bytes: nobody calls setlocale, so a character is a byte on every system.
#include <regex.h>

/// Whether `text` matches `pattern`: 1, 0, or the negative of regcomp's error, of which `fault` then has the text. Both end with a zero.
static inline int mockidp_match(const void *pattern, const void *text, char *fault, size_t size) {
  regex_t compiled;
  int code = regcomp(&compiled, (const char *)pattern, REG_EXTENDED | REG_NOSUB);
  if (code != 0) {
    regerror(code, &compiled, fault, size);
    return -code;
  }
  int matched = regexec(&compiled, (const char *)text, 0, NULL, 0) == 0;
  regfree(&compiled);
  return matched;
}
