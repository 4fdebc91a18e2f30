// Copies a static library of Swift's toolchain, without the wish to keep every public function that it has.
//
//   unretain LIBRARY COPY
//
// Swift marks the section of each public function "retain" (SHF_GNU_RETAIN), for those who would look it up by its name while the program
// runs. A static executable has no such names, so what nothing refers to cannot be called; but a linker obeys the mark, and carries a
// megabyte for nothing. Descriptions of types and conformances keep their marks: casts look for those at run time.
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef SHF_GNU_RETAIN
#define SHF_GNU_RETAIN (1 << 21)
#endif

static void unretain(char *object, size_t size) {
  Elf64_Ehdr *head = (Elf64_Ehdr *)object;
  if (size < sizeof *head || memcmp(object, ELFMAG, SELFMAG) != 0) return;
  Elf64_Shdr *sections = (Elf64_Shdr *)(object + head->e_shoff);
  // A file of more sections than fit into the head's members has these numbers in its first section.
  size_t count = head->e_shnum != 0 ? head->e_shnum : sections[0].sh_size;
  size_t names = head->e_shstrndx != SHN_XINDEX ? head->e_shstrndx : sections[0].sh_link;
  for (size_t i = 0; i < count; i++) {
    const char *name = object + sections[names].sh_offset + sections[i].sh_name;
    if (strncmp(name, ".text.", 6) == 0) sections[i].sh_flags &= ~(Elf64_Xword)SHF_GNU_RETAIN;
  }
}

int main(int argc, char **argv) {
  FILE *library = argc == 3 ? fopen(argv[1], "rb") : NULL, *copy = argc == 3 ? fopen(argv[2], "wb") : NULL;
  char mark[8], head[60];
  if (library == NULL || copy == NULL || fread(mark, sizeof mark, 1, library) != 1) return 2;
  fwrite(mark, sizeof mark, 1, copy);
  while (fread(head, sizeof head, 1, library) == 1) {
    // A member's size is the decimal number at 48. Members begin at even places.
    size_t size = strtoul(head + 48, NULL, 10), padded = size + (size & 1);
    char *member = calloc(1, padded);
    if (member == NULL || fread(member, 1, padded, library) < size) return 1;
    unretain(member, size);
    fwrite(head, sizeof head, 1, copy);
    fwrite(member, padded, 1, copy);
    free(member);
  }
  return fclose(copy) == 0 ? 0 : 1;
}
