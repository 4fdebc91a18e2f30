// Regular expressions of POSIX (extended), on bytes: nobody calls setlocale, so a character is a byte on every system.
#include <regex.h>

/// Whether the whole of `text` matches `pattern`: 1, 0, or the negative of regcomp's error, of which `fault` then has the text. Both end with
/// a zero. The match that is found is the leftmost and longest. So the whole text is it if the whole text matches; the pattern needs no
/// anchors, on which glibc spends memory that grows exponentially.
static inline int mockidp_matches_whole(const void *pattern, const void *text, char *fault, size_t size) {
  regex_t compiled;
  int code = regcomp(&compiled, (const char *)pattern, REG_EXTENDED);
  if (code != 0) {
    regerror(code, &compiled, fault, size);
    return -code;
  }
  regmatch_t match;
  int matched = regexec(&compiled, (const char *)text, 1, &match, 0) == 0 && match.rm_so == 0
    && (size_t)match.rm_eo == strlen((const char *)text);
  regfree(&compiled);
  return matched;
}
