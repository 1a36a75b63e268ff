#include "frontend/lower.h"
#include <llvm-c/blake3.h>
#include <string.h>
void fe_fingerprint_all(fe_program *p) { (void)p; }
