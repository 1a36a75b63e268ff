# Thin front for tools/setup, CMake and ctest. Presets are in CMakePresets.json, builds in build/<preset>.
#   make demo           set-up, build, run summ on corpora/demo and show a summary
#   make check          set-up, build, all tests
#   make build PRESET=debug|asan|clang|release
#   make asan           build and test with AddressSanitizer and UBSan
#   make format         apply .clang-format; format-check only looks
#   make bench          the measurements of tests/bench
PRESET ?= release
JOBS ?= $(shell nproc)
CMAKE_FLAGS ?=
TEST_FLAGS ?=
SUMM = build/$(PRESET)/summ
C_FILES = $(shell git ls-files '*.c' '*.h' ':!corpora' ':!tests/scenarios')

.PHONY: all setup build check demo asan format format-check bench clean
all: build

setup:
	@tools/setup

build: setup
	@cmake --preset $(PRESET) $(CMAKE_FLAGS) >.deps/configure.log 2>&1 || { cat .deps/configure.log; exit 1; }
	@cmake --build --preset $(PRESET) -j $(JOBS)

check: build
	@ctest --preset $(PRESET) -j $(JOBS) $(TEST_FLAGS)

asan:
	@$(MAKE) --no-print-directory check PRESET=asan

# The sample has one bug; exploring the whole program from main finds it, which is exit code 1.
demo: build
	rm -rf build/demo.summ
	$(SUMM) run --store build/demo.summ --max-loop 1 corpora/demo/*.c
	$(SUMM) run --store build/demo.summ --max-loop 1 --entry main corpora/demo/*.c || test $$? = 1
	$(SUMM) show --store build/demo.summ take

format: setup
	@clang-format-19 -i $(C_FILES)

format-check: setup
	@clang-format-19 --dry-run -Werror --ferror-limit=1 $(C_FILES) || { echo 'format: run "make format"'; exit 1; }
	@echo "format: $(words $(C_FILES)) files fine"

# Every program in tests/bench takes the path of summ and prints its figures.
bench: build
	@for b in tests/bench/*; do if [ -f $$b ] && [ -x $$b ]; then echo "== $$b"; $$b $(SUMM) || exit 1; fi; done

clean:
	rm -rf build
