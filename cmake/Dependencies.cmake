# Each dependency becomes an INTERFACE library dep_<name>; a missing one names the Debian package to install.

# summ_require(<name> <package> <header> <library>...): several library names are tried in order.
function(summ_require name package header)
  find_path(${name}_INCLUDE ${header} HINTS /usr/lib/llvm-19/include)
  find_library(${name}_LIBRARY NAMES ${ARGN} HINTS /usr/lib/llvm-19/lib)
  if(NOT ${name}_INCLUDE OR NOT ${name}_LIBRARY)
    message(FATAL_ERROR "${header} or its library not found: apt-get install ${package} (tools/setup installs everything)")
  endif()
  add_library(dep_${name} INTERFACE)
  target_include_directories(dep_${name} SYSTEM INTERFACE ${${name}_INCLUDE})
  target_link_libraries(dep_${name} INTERFACE ${${name}_LIBRARY})
endfunction()

summ_require(llvm llvm-19-dev llvm-c/blake3.h LLVM-19)
summ_require(libclang libclang-19-dev clang-c/Index.h clang-19)
summ_require(z3 libz3-dev z3.h z3)
summ_require(lmdb liblmdb-dev lmdb.h lmdb)
summ_require(msgpack "libmsgpack-dev (on Debian 13: libmsgpack-c-dev)" msgpack.h msgpackc msgpack-c)
summ_require(cjson libcjson-dev cjson/cJSON.h cjson)
target_link_libraries(dep_llvm INTERFACE m)
find_program(CLANG_EXECUTABLE clang-19)
if(NOT CLANG_EXECUTABLE)
  message(FATAL_ERROR "clang-19 not found: apt-get install clang-19 (tools/setup installs everything)")
endif()

# Unity has no Debian package: tools/setup unpacks it into .deps/unity; UNITY_ROOT overrides.
find_path(UNITY_SOURCE unity.c HINTS ${UNITY_ROOT} $ENV{UNITY_ROOT} ${CMAKE_SOURCE_DIR}/.deps/unity
  PATH_SUFFIXES src NO_CACHE)
