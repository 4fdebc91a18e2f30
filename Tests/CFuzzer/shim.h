#pragma once
#include <stddef.h>
#include <stdint.h>

/// libFuzzer with a main function of somebody else: reads its options out of the arguments and calls back with inputs until it
/// is done. Part of clang's runtime, which has no header for it.
int LLVMFuzzerRunDriver(int *count, char ***arguments, int (*check)(const uint8_t *bytes, size_t count));
