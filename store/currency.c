/* Does a stored summary still hold? Early cutoff by content hashes: a trace compares what was consulted with what is there now,
 * so a callee that was explored again and came out the same invalidates nobody. What the exploration took from the program as a
 * whole is in the trace as well, one small fact each (store_dep_kind). */
#include "store/records.h"

#include <stdlib.h>
#include <string.h>

static const char *const reason_names[] = {
    [STORE_CURRENT] = "current",
    [STORE_NEW] = "never explored",
    [STORE_BODY_CHANGED] = "its body changed",
    [STORE_OPTIONS_CHANGED] = "the options changed",
    [STORE_ENGINE_CHANGED] = "made by another version of the engine",
    [STORE_CALLEE_CHANGED] = "a callee's summary changed",
    [STORE_CALLEE_GONE] = "a callee is gone",
    [STORE_CALLEE_LOST] = "the entry of a callee is damaged",
    [STORE_CALLEE_APPEARED] = "a callee has a body now",
    [STORE_FACT_CHANGED] = "something it relied on changed",
    [STORE_SUMMARY_LOST] = "its entry is damaged",
};

const char *store_reason_name(store_reason r) {
  return r <= STORE_SUMMARY_LOST ? reason_names[r] : "unknown";
}

static const char *const dep_names[STORE_DEP_KINDS] = {
    [STORE_DEP_SUMMARY] = "its summary",
    [STORE_DEP_BODY] = "its body, executed",
    [STORE_DEP_NO_BODY] = "its declaration: it has no body, a stub",
    [STORE_DEP_HIDDEN] = "that it is part of the same recursion",
    [STORE_DEP_SLICE] = "which of its calls reach no decision",
    [STORE_DEP_PURE] = "whether it is free of side effects",
    [STORE_DEP_COMPARES] = "whether it compares pointers",
    [STORE_DEP_ADDRESSES] = "whether it sees addresses as numbers",
    [STORE_DEP_SIGNATURE] = "how its arguments are passed",
    [STORE_DEP_PRECONDITION] = "its precondition, or that it has none",
    [STORE_DEP_INTERFACE] = "its declared parameters and result",
    [STORE_DEP_GLOBAL] = "its size and type, and whether anything writes it",
    [STORE_DEP_IMAGE] = "its initial value",
    [STORE_DEP_TYPE] = "its layout",
};

const char *store_dep_name(store_dep_kind k) { return k < STORE_DEP_KINDS ? dep_names[k] : "unknown"; }

/* Without a program to ask, the store's own word counts. STORE_NOT_FOUND: there is no body. */
static int body_now(store *st, mem_arena *a, const store_lookup *lookup, const char *usr, uint8_t body[32]) {
  if (lookup) return lookup->body(lookup->self, usr, body) ? STORE_OK : STORE_NOT_FOUND;
  state s;
  int status = state_get(st, a, usr, &s, NULL);
  if (!status) memcpy(body, s.body, 32);
  return status;
}

static store_reason compare_fact(const store_dep *d, const store_lookup *lookup, uint8_t now[32]) {
  if (!lookup || !lookup->fact) return STORE_CURRENT;
  if (!lookup->fact(lookup->self, d->kind, d->usr, now)) memset(now, 0, 32);
  return memcmp(now, d->hash, STORE_FACT_BYTES) ? STORE_FACT_CHANGED : STORE_CURRENT;
}

static bool is_visible(const char *unit, const store_dep *d, const store_lookup *lookup) {
  bool variant = d->viewer && *d->viewer;
  return !lookup || !lookup->visible ||
         lookup->visible(lookup->self, variant ? d->viewer : unit, variant, d->usr);
}

/* What the trace's entry is compared with now; the verdict when it differs. */
static store_reason compare_dep(store *st, mem_arena *a, const char *unit, const store_dep *d,
                                const store_lookup *lookup, uint8_t now[32]) {
  if (d->kind > STORE_DEP_HIDDEN) return compare_fact(d, lookup, now);
  uint8_t body[32];
  int found = body_now(st, a, lookup, d->usr, body);
  if (found && found != STORE_NOT_FOUND) return STORE_CALLEE_LOST;
  if (d->kind == STORE_DEP_NO_BODY) return found ? compare_fact(d, lookup, now) : STORE_CALLEE_APPEARED;
  if (found) return STORE_CALLEE_GONE;
  if (d->kind == STORE_DEP_HIDDEN)
    return lookup && is_visible(unit, d, lookup) ? STORE_FACT_CHANGED : STORE_CURRENT;
  state s;
  int status;
  if (d->kind == STORE_DEP_BODY)
    memcpy(now, body, 32);
  else if (!is_visible(unit, d, lookup))
    return STORE_FACT_CHANGED;
  else if ((status = state_get(st, a, d->usr, &s, NULL)))
    return status == STORE_NOT_FOUND ? STORE_CALLEE_GONE : STORE_CALLEE_LOST;
  else
    memcpy(now, s.relation, 32);
  return memcmp(now, d->hash, 32) ? STORE_CALLEE_CHANGED : STORE_CURRENT;
}

void state_compare(store *st, mem_arena *a, const state *s, const uint8_t body[32], const uint8_t options[32],
                   const char *engine, const store_lookup *lookup, store_verdict *v) {
  memcpy(v->before, s->body, 32), memcpy(v->now, body, 32);
  v->reason = strcmp(s->engine, engine)         ? STORE_ENGINE_CHANGED
              : memcmp(s->options, options, 32) ? STORE_OPTIONS_CHANGED
              : memcmp(s->body, body, 32)       ? STORE_BODY_CHANGED
                                                : STORE_CURRENT;
  for (uint32_t i = 0; i < s->ndeps && v->reason == STORE_CURRENT; i++) {
    const store_dep *d = &s->deps[i];
    v->consulted++;
    v->reason = compare_dep(st, a, s->usr, d, lookup, v->now);
    if (v->reason == STORE_CURRENT) continue;
    memcpy(v->before, d->hash, 32);
    v->kind = v->reason == STORE_FACT_CHANGED && d->kind < STORE_DEP_NO_BODY ? STORE_DEP_HIDDEN : d->kind;
    v->callee = strcpy(mem_realloc(NULL, strlen(d->usr) + 1), d->usr);
  }
}

/* Is the summary there, undamaged and of the format of this version? */
static int has_summary(store *st, const uint8_t hash[32], bool *has, store_error *err) {
  uint8_t *data;
  size_t len;
  int status = db_get(st, DB_SUMMARIES, hash, 32, &data, &len, err);
  *has = !status && sum_is_readable(data, len);
  if (!status) free(data);
  return status == STORE_NOT_FOUND || status == STORE_CORRUPT ? STORE_OK : status;
}

static int has_display(store *st, mem_arena *a, const char *usr, bool *has, store_error *err) {
  store_function f = {0};
  int status = display_get(st, a, usr, &f, err);
  *has = !status;
  return status == STORE_NOT_FOUND || status == STORE_CORRUPT ? STORE_OK : status;
}

int store_current(store *st, const char *usr, const uint8_t body[32], const uint8_t options[32],
                  const char *engine, const store_lookup *lookup, store_verdict *out, store_error *err) {
  mem_arena *a = mem_arena_new();
  store_verdict v = {0};
  state s;
  bool has;
  db_lock(st);
  int status = state_get(st, a, usr, &s, err);
  if (status == STORE_NOT_FOUND) {
    v.reason = STORE_NEW, status = STORE_OK;
  } else if (status == STORE_CORRUPT) {
    v.reason = STORE_SUMMARY_LOST, status = STORE_OK;
  } else if (!status && !(status = has_summary(st, s.summary, &has, err)) &&
             (!has || !(status = has_display(st, a, usr, &has, err)))) {
    v.reason = STORE_SUMMARY_LOST;
    if (has) state_compare(st, a, &s, body, options, engine, lookup, &v);
  }
  db_unlock(st);
  mem_arena_free(a);
  if (!status) *out = v;
  return status;
}
