// What stands in for library functions that the static executable leaves out; scripts/build-static names them.

long mockidp_left_out(void) { return 0; }

double mockidp_not_a_number(void) { return __builtin_nan(""); }
