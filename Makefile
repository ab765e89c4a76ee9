# Marshal: `make` builds build/marshal, `make help` lists what else there is.
#
# One set of rules serves every build: VARIANT picks the flags and the folder, so that builds never mix.
#   release  build/          -O3, no assertions, link-time optimisation under gcc: what `make` makes
#   debug    build/debug/    -O1 -g1 with assertions: what the test suites run on (for a debugger: EXTRA_CFLAGS='-O0 -g')
#   asan     build/asan/     AddressSanitizer and UndefinedBehaviorSanitizer; checks in SPARED are left out
#   tsan     build/tsan/     ThreadSanitizer; clang and libomp only (see the tsan target)
#   fuzz     build/fuzz/     clang only: the fuzzers of tests/fuzz/ (make fuzzers)
#   check    nothing is made: the other compiler's warnings (make VARIANT=check CC=clang objects)
# Objects and programs are rebuilt when compiler or flags change.

VARIANT ?= release
BUILD   ?= build
# Instructions of this machine; for a cluster of unlike ones say ARCH=-march=x86-64-v2.
ARCH    ?= -march=native

ifeq ($(origin CC),default)
CC := gcc
endif
ifeq ($(origin CXX),default)
CXX := g++
endif
MAKEFLAGS += --no-builtin-rules --no-print-directory
ifeq ($(MAKELEVEL),0)
MAKEFLAGS += -j$(shell nproc 2>/dev/null || echo 1)
endif

AR := gcc-ar
IS_CLANG := $(if $(findstring clang,$(notdir $(CC))),yes)

ifeq ($(VARIANT),release)
OUT := $(BUILD)
else
OUT := $(BUILD)/$(VARIANT)
endif
OBJ := $(OUT)/obj

# ---- flags ----

WARNINGS := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wdouble-promotion -Wcast-qual \
  -Wwrite-strings -Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition -Wundef -Wvla -Wformat=2 \
  -Wswitch-enum -Wnull-dereference -Wimplicit-fallthrough -fno-common -Werror
ifdef IS_CLANG
WARNINGS += -Wmissing-variable-declarations -Wcomma
else
WARNINGS += -Wcast-align=strict -Wlogical-op -Wduplicated-cond -Wduplicated-branches
endif

# Sanitizers rewrite arithmetic before gcc looks for conversions; the other builds are the judges of those.
ifneq ($(filter asan tsan fuzz,$(VARIANT)),)
WARNINGS := $(filter-out -Wconversion -Wsign-conversion -Wnull-dereference,$(WARNINGS))
endif

FLAGS_release := -O3 -DNDEBUG $(ARCH) $(if $(IS_CLANG),,-flto=auto)
FLAGS_debug   := -O1 -g1 $(ARCH)
FLAGS_asan    := -O1 -g1 -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer \
  $(if $(SPARED),-fno-sanitize=$(SPARED))
FLAGS_tsan    := -O1 -g -fsanitize=thread
FLAGS_check   := -fsyntax-only
FLAGS_fuzz    := -O1 -g -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=undefined

CPPFLAGS := -I. -D_POSIX_C_SOURCE=200809L $(EXTRA_CPPFLAGS)
CFLAGS   := -std=c11 -ffp-contract=off -fopenmp $(FLAGS_$(VARIANT)) $(EXTRA_CFLAGS)
CXXFLAGS := -std=c++17 -Wall -Wextra -Werror $(filter-out -flto=auto,$(FLAGS_$(VARIANT)))
# A hundred suites are linked with everything there is: binutils' quick linker where it is there.
LINKER   := $(if $(filter debug asan,$(VARIANT)),$(if $(IS_CLANG),,$(shell command -v ld.gold >/dev/null && echo -fuse-ld=gold)))
LIBS     := -lsqlite3 -lmicrohttpd -ledit -llbfgs -lClp -lcjson -lmd -lm

# ---- sources ----

SOURCES      := $(wildcard engine/*.c engine/*/*.c ai/*.c ai/*/*.c eval/*/*.c bench/*.c play/*.c play/*/*.c)
OBJECTS      := $(SOURCES:%.c=$(OBJ)/%.o)
# The files of the page: the shell, a module for each game, and the maps of scenarios. The toy's only in its own program.
WEB_FILES    := $(sort $(wildcard play/web/*/*)) $(sort $(wildcard scenarios/*/map/map.json))
TOY_WEB_FILES := $(sort $(wildcard tests/toy/web/toy/*)) tests/scenarios/toy/map/map.json
web_paths = $(patsubst play/web/%,play/web/./%,$(patsubst scenarios/%,scenarios/./%,$(patsubst tests/toy/web/%,tests/toy/web/./%,$(patsubst tests/scenarios/%,tests/scenarios/./%,$(1)))))
OBJECTS      += $(OBJ)/play/server/web_files.o
LIB_OBJECTS  := $(filter-out $(OBJ)/play/main.o,$(OBJECTS))
TEST_SOURCES := $(filter-out tests/fuzz/%,$(wildcard tests/*/*.c))
FUZZ_TARGETS := $(notdir $(basename $(wildcard tests/fuzz/fuzz_*.c)))
SUITE_SOURCES := $(wildcard tests/*/test_*.c)
# GAME=ID: only what is about that game
GAME         ?=
SUITES       := $(notdir $(basename $(if $(GAME),$(filter tests/$(GAME)/%,$(SUITE_SOURCES)),$(SUITE_SOURCES))))
# Too long for `make quick`, by what they are: many games, searches, servers and pipes.
LONG_SUITES  := test_traps test_%_review test_%_search test_server test_keeping test_balance test_engine test_mcts test_exec test_small_games \
  test_tune test_searches test_equilibrium test_equilibrium_command test_cli test_mcts_games test_review test_long test_aon_server test_aon_bot test_aon_terms \
  test_%_hostile test_%_random
QUICK_SUITES := $(filter-out $(LONG_SUITES),$(SUITES))
TOY_OBJECTS  := $(patsubst %.c,$(OBJ)/%.o,$(filter-out tests/toy/test_%,$(wildcard tests/toy/*.c)))
TEST_OBJECTS := $(patsubst %.c,$(OBJ)/%.o,$(filter-out $(SUITE_SOURCES),$(TEST_SOURCES)))

FORMATTED    := $(SOURCES) $(TEST_SOURCES) $(wildcard engine/*.h engine/*/*.h ai/*.h ai/*/*.h eval/*/*.h bench/*.h \
  play/*/*.h tests/*/*.h tests/fuzz/*.c)

.PHONY: all install uninstall deb package results site help demo quick test nightly suites golden reference fuzzers fuzz-targets format-check mpi bench signature fuzz asan tsan lint format deps deps-test deps-mpi deps-plot deps-lint deps-site deps-web web-test clean hooks objects FORCE
.DELETE_ON_ERROR:
.SECONDARY:

all: $(OUT)/marshal

help:
	@echo 'make          build/marshal, optimised (CC=clang works too)'
	@echo 'make install  into PREFIX=/usr/local, below DESTDIR if that is given: program, data, manual page, completion; uninstall'
	@echo 'make deb      build/marshal_VERSION_ARCHITECTURE.deb for any Debian 12; DEB_ARCH=-march=x86-64-v3 for newer machines only'
	@echo 'make results  plays results/night-*.json and makes their reports anew; QUICK=1: minutes, into build/results/; UNTIL=2h, WIDTH=4, JOBS=1'
	@echo 'make site     build/site/index.html: reports, balance, rules notes and guide as pages that open from disk'
	@echo 'make demo     matches of the policies in every game, with error bars'
	@echo 'make quick    layers, format, globals and the fast suites; under a minute from a warm build (GAME=ID: of a game)'
	@echo 'make test     every test, both compilers, sanitizers, a short fuzz; some fifteen minutes on two processors'
	@echo 'make nightly  what takes hours: long fuzz, fuzzers of every parser, ThreadSanitizer, lint; ends with a summary'
	@echo 'make golden   remakes the recorded playthroughs in tests/*/golden; look at what git diff says'
	@echo 'make reference  the engines written in Python from the rules alone, in step: GAME=ID'
	@echo 'make mpi      build/mpi/marshal, for mpirun on a cluster'
	@echo 'make bench    speed and memory, and whether the signatures are the committed ones'
	@echo 'make signature  remakes tests/*/signature.txt; a change says in its message why'
	@echo 'make fuzz     random games with every law checked: DECISIONS=50000000 a scenario, GAME=ID: of one game'
	@echo 'make fuzzers  coverage-guided fuzzers of everything read from outside: FUZZ_SECONDS=60 each'
	@echo 'make asan     the test suites under AddressSanitizer and UndefinedBehaviorSanitizer'
	@echo 'make tsan     matches, fuzz and bench under ThreadSanitizer'
	@echo 'make web-test plays with the web page in headless Chromium; screenshots in build/web/'
	@echo 'make lint     layers, globals, cppcheck, clang-tidy'
	@echo 'make format   clang-format 14 over all sources'
	@echo 'make deps     installs missing Debian packages (deps-test, deps-plot, deps-lint, deps-web: more)'
	@echo 'make hooks    a git pre-commit hook: layers and unit tests'
	@echo 'make clean    removes build/'

# ---- rules ----

# One short line a file; V=1 shows whole commands.
Q := $(if $(V),,@)
say = $(if $(V),,@echo '  $(1)  $(2)')

# Changes only when compiler or flags do, so that everything that depends on it is rebuilt then.
STAMP := $(CC) $(CPPFLAGS) $(CFLAGS) $(WARNINGS) $(LIBS)$(if $(LDFLAGS), $(LDFLAGS))
$(OUT)/flags: FORCE
	@mkdir -p $(OUT)
	@echo '$(STAMP)' | cmp -s - $@ || echo '$(STAMP)' > $@

$(OBJ)/%.o: %.c $(OUT)/flags
	@mkdir -p $(dir $@)
	$(call say,CC ,$<)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) $(WARNINGS) -MMD -MP -c $< -o $@

# The files of the web page as C source, so that the program stands alone.
$(OUT)/web_files.c: scripts/embed $(WEB_FILES)
	$(call say,WEB,$@)
	$(Q)mkdir -p $(dir $@) && scripts/embed $(call web_paths,$(WEB_FILES)) > $@
$(OUT)/toy_web_files.c: scripts/embed $(WEB_FILES) $(TOY_WEB_FILES)
	$(call say,WEB,$@)
	$(Q)mkdir -p $(dir $@) && scripts/embed $(call web_paths,$(WEB_FILES) $(TOY_WEB_FILES)) > $@
$(OBJ)/play/server/web_files.o: $(OUT)/web_files.c $(OUT)/flags
	@mkdir -p $(dir $@)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) $(WARNINGS) -MMD -MP -c $< -o $@
$(OBJ)/tests/toy/web_files.o: $(OUT)/toy_web_files.c $(OUT)/flags
	@mkdir -p $(dir $@)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) $(WARNINGS) -MMD -MP -c $< -o $@

$(OBJ)/%.o: %.cpp $(OUT)/flags
	@mkdir -p $(dir $@)
	$(call say,CXX,$<)
	$(Q)$(CXX) -I. $(CXXFLAGS) -MMD -MP -c $< -o $@

# Criterion's macros declare variables and prototypes that these warnings are about.
TEST_WARNINGS := $(filter-out -Wmissing-variable-declarations -Wmissing-prototypes -Wcast-qual,$(WARNINGS)) \
  $(if $(IS_CLANG),-Wno-gnu-zero-variadic-macro-arguments)
$(SUITE_SOURCES:%.c=$(OBJ)/%.o): WARNINGS := $(TEST_WARNINGS)
# What is tested is to be quick; the suites themselves are half of what there is to compile, and wait for it.
$(TEST_SOURCES:%.c=$(OBJ)/%.o): CFLAGS += -O0

$(OUT)/marshal: $(OBJECTS)
	$(call say,LD ,$@)
	$(Q)$(CC) $(CFLAGS) $(LINKER) $(LDFLAGS) $^ $(LIBS) -o $@

# The program with the toy game of the tests in its list of games (tests/toy/registry.c), and the toy's part of the page.
$(OUT)/marshal-toy: $(OBJ)/play/main.o $(OBJ)/tests/toy/web_files.o $(TOY_OBJECTS) $(OUT)/libmarshal.a
	$(call say,LD ,$@)
	$(Q)$(CC) $(CFLAGS) $(LINKER) $^ $(LIBS) -o $@

# Both for clusters: of all objects one is another, which speaks MPI.
JOBS_MPI := eval/run/jobs_mpi
$(OUT)/mpi/jobs_mpi.o: $(JOBS_MPI).c $(OUT)/flags
	@mkdir -p $(dir $@)
	$(call say,CC ,$@)
	$(Q)$(CC) $(CPPFLAGS) $(CFLAGS) $(WARNINGS) -DMARSHAL_MPI -isystem $$(mpicc --showme:incdirs | sed 's/ / -isystem /g') -MMD -MP -c $< -o $@
$(OUT)/mpi/marshal: $(OUT)/mpi/jobs_mpi.o $(filter-out $(OBJ)/$(JOBS_MPI).o,$(OBJECTS))
	$(call say,LD ,$@)
	$(Q)$(CC) $(CFLAGS) $(LINKER) $(LDFLAGS) $^ $$(mpicc --showme:link) $(LIBS) -o $@
$(OUT)/mpi/marshal-toy: $(OUT)/mpi/jobs_mpi.o $(OBJ)/play/main.o $(OBJ)/tests/toy/web_files.o $(TOY_OBJECTS) $(OUT)/libmarshal.a
	$(call say,LD ,$@)
	$(Q)$(CC) $(CFLAGS) $(LINKER) $^ $$(mpicc --showme:link) $(LIBS) -o $@

# Manual page and completion, told by the program from the tables that it reads its own command line with.
$(OUT)/marshal.1: $(OUT)/marshal
	$(Q)env -u MARSHAL_SCENARIOS $< help --man > $@
$(OUT)/marshal.bash: $(OUT)/marshal
	$(Q)$< help --completion bash > $@

$(OUT)/libmarshal.a: $(LIB_OBJECTS)
	@rm -f $@
	$(call say,AR ,$@)
	$(Q)$(AR) rcs $@ $^

# Helpers of the suites; an archive, so that a suite links only what it uses.
$(OUT)/libtests.a: $(filter-out $(TOY_OBJECTS),$(TEST_OBJECTS))
	@rm -f $@
	$(call say,AR ,$@)
	$(Q)$(AR) rcs $@ $^

$(OUT)/test_rng: $(OBJ)/tests/engine/pcg_reference.o
# One program a suite; suites have names of their own whatever their folder.
$(foreach source,$(SUITE_SOURCES),$(eval $(OUT)/$(notdir $(source:.c=)): $(OBJ)/$(source:.c=.o)))
$(OUT)/test_%: $(TOY_OBJECTS) $(OUT)/libtests.a $(OUT)/libmarshal.a
	$(call say,LD ,$@)
	$(Q)$(CC) $(CFLAGS) $(LINKER) $(filter-out %.a,$^) $(OUT)/libtests.a $(OUT)/libmarshal.a $(LIBS) -lcriterion $(TEST_LIBS_$*) -o $@
TEST_LIBS_rng := -lstdc++

objects: $(OBJECTS) $(TEST_OBJECTS) $(SUITE_SOURCES:%.c=$(OBJ)/%.o)

-include $(OUT)/mpi/jobs_mpi.d $(OBJECTS:.o=.d) $(TEST_OBJECTS:.o=.d) $(SUITE_SOURCES:%.c=$(OBJ)/%.d)

# ---- what people call ----

deps:
	@scripts/deps build
deps-test:
	@scripts/deps build test plot mpi
deps-mpi:
	@scripts/deps build mpi
deps-plot:
	@scripts/deps build plot
deps-lint:
	@scripts/deps build test lint
deps-site:
	@scripts/deps site
deps-web:
	@scripts/deps build web

PREFIX ?= /usr/local
install uninstall: $(OUT)/marshal $(OUT)/marshal.1 $(OUT)/marshal.bash
	@DESTDIR='$(DESTDIR)' scripts/install $@ $^ '$(PREFIX)'

# Reports of nights, in results/; quick ones stay in the build folder.
results: deps-plot
	@$(MAKE) all
	@scripts/results $(OUT)/marshal $(if $(QUICK),$(OUT)/results,results) $(OUT)/results $(NIGHTS)

# The static page: nights, games, what was measured, the guide.
site: deps-site
	@scripts/site $(OUT)/site "$$(sed -n 's/.*MARSHAL_VERSION "\(.*\)"/\1/p' engine/version.h)"
	@scripts/check-site $(OUT)/site

# A package for all machines of this architecture: built apart, for the oldest of them.
DEB_ARCH ?=
deb: deps
	@$(MAKE) BUILD=$(BUILD)/portable ARCH='$(DEB_ARCH)' LDFLAGS='-Wl,-z,relro,-z,now' package
	@mv $(BUILD)/portable/marshal_*.deb $(BUILD)/ && ls $(BUILD)/marshal_*.deb
# The package of the program as it is built.
package: $(OUT)/marshal $(OUT)/marshal.1 $(OUT)/marshal.bash
	@rm -f $(OUT)/marshal_*.deb
	@scripts/deb $^ $(OUT)

demo: deps
	@$(MAKE) all
	@scripts/demo $(OUT)/marshal

# Builds and runs the suites of one variant.
suites: $(SUITES:%=$(OUT)/%) $(OUT)/marshal-toy
	@scripts/run-tests $(OUT) $(SUITES)

quick:
	@scripts/quick '$(MAKE)' $(BUILD) "$(QUICK_SUITES)" "$(FORMATTED)"

nightly: deps-test deps-lint deps-web deps-site
	@scripts/nightly '$(MAKE)' $(BUILD)

format-check:
	@scripts/check-format $(FORMATTED)

# The playthroughs that test_golden compares with.
# Coverage-guided fuzzers; SECONDS for each.
FUZZ_SECONDS ?= 60
fuzzers: deps-test
	@scripts/fuzzers '$(MAKE)' $(BUILD) $(FUZZ_SECONDS) $(TARGETS)
fuzz-targets: $(FUZZ_TARGETS:%=$(OUT)/%) $(OUT)/marshal-toy
$(OUT)/fuzz_%: $(OBJ)/tests/fuzz/fuzz_%.o $(OUT)/libmarshal.a
	$(call say,LD ,$@)
	$(Q)$(CC) $(CFLAGS) -fsanitize=fuzzer $^ $(LIBS) -o $@

golden:
	@$(MAKE) VARIANT=debug $(BUILD)/debug/test_golden
	@MARSHAL_GOLDEN=remake $(BUILD)/debug/test_golden

# The second engines, written from the rules alone, in step with this one over random games; says where they part.
REFERENCE_GAMES ?= 20
reference: $(OUT)/marshal
	scripts/reference $(OUT)/marshal $(REFERENCE_GAMES) $(GAME)

test: deps-test
	@scripts/test '$(MAKE)' $(BUILD)

# The program with the toy is that of the suites: to optimise another one whole takes two minutes.
web-test: deps-web
	@$(MAKE) all
	@$(MAKE) VARIANT=debug $(BUILD)/debug/marshal-toy
	@scripts/web-test $(OUT)/marshal $(BUILD)/debug/marshal-toy

mpi: deps-mpi
	@$(MAKE) $(OUT)/mpi/marshal

asan: deps-test
	@$(MAKE) VARIANT=asan suites

tsan: deps-test
	@$(MAKE) VARIANT=tsan CC=clang all $(BUILD)/tsan/marshal-toy
	@scripts/tsan $(BUILD)/tsan/marshal

bench: all
	@scripts/bench $(OUT)/marshal
signature: all
	@scripts/bench $(OUT)/marshal remake

DECISIONS ?= 50000000
SEED      ?= 1
fuzz: all
	@scripts/fuzz $(OUT)/marshal $(DECISIONS) $(SEED) $(GAME)

lint: deps-lint
	@scripts/check-layers
	@$(MAKE) VARIANT=debug objects
	@scripts/check-globals $(BUILD)/debug/obj
	@scripts/lint '$(CPPFLAGS) -std=c11 -fopenmp' $(SOURCES)

format: deps-lint
	clang-format -i $(FORMATTED)

hooks:
	@ln -sf ../../scripts/pre-commit .git/hooks/pre-commit && echo 'pre-commit hook installed'

clean:
	rm -rf $(BUILD)

FORCE:
