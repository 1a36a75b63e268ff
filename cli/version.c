// Versions as the libraries themselves report them at run time where they can, so that the line describes the
// process and not the build machine.
#define _GNU_SOURCE // asprintf
#include "cli/cli.h"
#include "engine_id.h"

#include <cjson/cJSON.h>
#include <clang-c/Index.h>
#include <llvm-c/Core.h>
#include <lmdb.h>
#include <msgpack.h>
#include <stdlib.h>
#include <z3.h>

void cli_print_version(bool json) {
  unsigned llvm[3], z3[4];
  int lmdb[3];
  LLVMGetVersion(&llvm[0], &llvm[1], &llvm[2]);
  Z3_get_version(&z3[0], &z3[1], &z3[2], &z3[3]);
  mdb_version(&lmdb[0], &lmdb[1], &lmdb[2]);
  char *text = NULL;
  if (asprintf(
          &text,
          json ? "{\"summ\": \"%s\", \"llvm\": \"%u.%u.%u\", \"z3\": \"%u.%u.%u\", \"lmdb\": \"%d.%d.%d\", "
                 "\"msgpack\": \"%s\", \"cjson\": \"%s\"}"
               : "summ %s (LLVM %u.%u.%u, Z3 %u.%u.%u, LMDB %d.%d.%d, msgpack %s, cJSON %s)",
          SUMM_VERSION, llvm[0], llvm[1], llvm[2], z3[0], z3[1], z3[2], lmdb[0], lmdb[1], lmdb[2],
          msgpack_version(), cJSON_Version()) < 0)
    abort();
  puts(text);
  free(text);
}

char *cli_engine_version(void) {
  unsigned llvm[3], z3[4];
  char *text = NULL;
  LLVMGetVersion(&llvm[0], &llvm[1], &llvm[2]);
  Z3_get_version(&z3[0], &z3[1], &z3[2], &z3[3]);
  if (asprintf(&text, "%s-%s LLVM %u.%u.%u Z3 %u.%u.%u", SUMM_VERSION, SUMM_ENGINE_ID, llvm[0], llvm[1],
               llvm[2], z3[0], z3[1], z3[2]) < 0)
    abort();
  return text;
}
