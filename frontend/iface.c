/* What libclang knows and bitcode does not: names, types and layouts as the programmer wrote them. One pass over the
 * declarations of a translation unit, and into function bodies for their static variables. libclang lives in this
 * process and does not survive a stack overflow, so it only gets files that the compiler, which needs more stack for
 * the same text, has already taken. */
#include "frontend/iface.h"
#include "frontend/arena.h"

#include <clang-c/Index.h>
#include <ctype.h>
#include <string.h>

typedef struct pass {
  fe_arena *arena;
  fe_map types;    /* CXType's identity to index */
  fe_map pointers; /* index of an element type to index of the pointer made for a parameter */
  FE_VEC(fe_rtype) type;
  FE_VEC(fe_rfunc) func;
  FE_VEC(fe_rglobal) global;
  const char *function; /* the one whose body is being walked */
} pass;

/* Anonymous records are spelled with their position, which an edit above them would change: "{...}" instead. */
static const char *keep_spelling(pass *p, CXString s) {
  const char *text = clang_getCString(s);
  char *copy = fe_xstrdup(text ? text : "");
  clang_disposeString(s);
  static const char *const marks[] = {"(unnamed", "(anonymous"};
  for (size_t i = 0; i < 2; i++) {
    for (char *at; (at = strstr(copy, marks[i]));) {
      char *end = strchr(at, ')');
      if (!end) break;
      while (at > copy && at[-1] != ' ') at--; /* "outer::(unnamed …" */
      memcpy(at, "{...}", 5);
      memmove(at + 5, end + 1, strlen(end + 1) + 1);
    }
  }
  const char *kept = fe_intern_str(p->arena, copy);
  free(copy);
  return kept;
}

static const char *keep(pass *p, CXString s) {
  const char *text = clang_getCString(s);
  const char *kept = fe_intern_str(p->arena, text ? text : "");
  clang_disposeString(s);
  return kept;
}

static uint64_t positive(long long v) { return v > 0 ? (uint64_t)v : 0; }

/* Removes typedefs, "struct" keywords and attributes down to the type that has an element, pointee or result. */
static CXType bare(CXType t) {
  for (;;) {
    CXType next;
    switch (t.kind) {
    case CXType_Typedef: next = clang_getTypedefDeclUnderlyingType(clang_getTypeDeclaration(t)); break;
    case CXType_Elaborated: next = clang_Type_getNamedType(t); break;
    case CXType_Attributed: next = clang_Type_getModifiedType(t); break;
    case CXType_Atomic: next = clang_Type_getValueType(t); break;
    case CXType_Unexposed: next = clang_getCanonicalType(t); break;
    default: return t;
    }
    if (next.kind == CXType_Invalid || (next.kind == t.kind && next.data[0] == t.data[0])) return t;
    t = next;
  }
}

static uint32_t type_of(pass *p, CXType t);

typedef struct fields {
  pass *p;
  FE_VEC(fe_field) v;
} fields;

static enum CXVisitorResult add_field(CXCursor c, CXClientData data) {
  fields *f = data;
  fe_field field = {.name = keep_spelling(f->p, clang_getCursorSpelling(c)),
                    .type = type_of(f->p, clang_getCursorType(c))};
  if (!strncmp(field.name, "{...}", 5) || clang_Cursor_isAnonymous(c) || strchr(field.name, ' '))
    field.name = "";
  field.bit_offset = positive(clang_Cursor_getOffsetOfField(c));
  if (clang_Cursor_isBitField(c)) field.bit_width = (uint32_t)positive(clang_getFieldDeclBitWidth(c));
  FE_PUSH(f->v, field);
  return CXVisit_Continue;
}

static void add_fields(pass *p, uint32_t index, CXType t) {
  fields f = {.p = p};
  clang_Type_visitFields(t, add_field, &f);
  fe_ctype *out = &p->type.p[index].t;
  out->nfields = f.v.n;
  out->fields = fe_copy(p->arena, f.v.p, f.v.n * sizeof *f.v.p);
  free(f.v.p);
}

typedef struct enumerators {
  pass *p;
  FE_VEC(fe_enumerator) v;
} enumerators;

static enum CXChildVisitResult add_enumerator(CXCursor c, CXCursor parent, CXClientData data) {
  (void)parent;
  enumerators *e = data;
  if (clang_getCursorKind(c) == CXCursor_EnumConstantDecl) {
    fe_enumerator x = {keep(e->p, clang_getCursorSpelling(c)), clang_getEnumConstantDeclValue(c)};
    FE_PUSH(e->v, x);
  }
  return CXChildVisit_Continue;
}

static void add_enum(pass *p, uint32_t index, CXType t) {
  CXCursor decl = clang_getTypeDeclaration(t);
  enumerators e = {.p = p};
  clang_visitChildren(decl, add_enumerator, &e);
  CXType under = clang_getEnumDeclIntegerType(decl);
  uint32_t to = under.kind == CXType_Invalid ? FE_NONE : type_of(p, under);
  fe_ctype *out = &p->type.p[index].t;
  out->to = to;
  out->is_signed = to != FE_NONE && p->type.p[to].t.is_signed;
  out->nenumerators = e.v.n;
  out->enumerators = fe_copy(p->arena, e.v.p, e.v.n * sizeof *e.v.p);
  free(e.v.p);
}

static fe_ctype_kind kind_of(CXType canonical, bool *is_signed) {
  *is_signed = false;
  switch (canonical.kind) {
  case CXType_Void: return FE_T_VOID;
  case CXType_Bool: return FE_T_BOOL;
  case CXType_Char_S:
  case CXType_SChar:
  case CXType_WChar:
  case CXType_Short:
  case CXType_Int:
  case CXType_Long:
  case CXType_LongLong:
  case CXType_Int128: *is_signed = true; return FE_T_INT;
  case CXType_Char_U:
  case CXType_UChar:
  case CXType_Char16:
  case CXType_Char32:
  case CXType_UShort:
  case CXType_UInt:
  case CXType_ULong:
  case CXType_ULongLong:
  case CXType_UInt128: return FE_T_INT;
  case CXType_Float:
  case CXType_Double:
  case CXType_LongDouble: return FE_T_FLOAT;
  case CXType_Enum: return FE_T_ENUM;
  case CXType_Pointer: return FE_T_PTR;
  case CXType_ConstantArray:
  case CXType_IncompleteArray:
  case CXType_VariableArray: return FE_T_ARRAY;
  case CXType_FunctionProto:
  case CXType_FunctionNoProto: return FE_T_FUNC;
  case CXType_Record:
    return clang_getCursorKind(clang_getTypeDeclaration(canonical)) == CXCursor_UnionDecl ? FE_T_UNION
                                                                                          : FE_T_STRUCT;
  default: return FE_T_OTHER;
  }
}

static uint32_t type_of(pass *p, CXType t) {
  uint64_t key = FE_KEY(t.data[0]);
  uint32_t index = fe_map_get(&p->types, key);
  if (index != FE_NONE) return index;
  CXType canonical = clang_getCanonicalType(bare(t)), plain = clang_getCanonicalType(t);
  index = p->type.n;
  fe_rtype r = {.tag = ""};
  bool is_signed;
  r.t.kind = (uint8_t)kind_of(canonical, &is_signed);
  r.t.is_signed = is_signed;
  r.t.is_const = clang_isConstQualifiedType(plain);
  r.t.name = keep_spelling(p, clang_getTypeSpelling(t));
  r.t.size = positive(clang_Type_getSizeOf(t));
  r.t.align = (uint32_t)positive(clang_Type_getAlignOf(t));
  r.t.to = FE_NONE;
  if (r.t.kind == FE_T_VOID || r.t.kind == FE_T_FUNC) r.t.size = 0, r.t.align = 1;
  if (r.t.kind == FE_T_STRUCT || r.t.kind == FE_T_UNION || r.t.kind == FE_T_ENUM)
    r.tag = keep_spelling(p, clang_getTypeSpelling(clang_getUnqualifiedType(canonical)));
  FE_PUSH(p->type, r);
  fe_map_put(&p->types, key, index); /* before its parts: types are recursive */

  CXType b = bare(t), part = {.kind = CXType_Invalid};
  switch (r.t.kind) {
  case FE_T_PTR: part = clang_getPointeeType(b); break;
  case FE_T_ARRAY: part = clang_getArrayElementType(b); break;
  case FE_T_FUNC: part = clang_getResultType(b); break;
  case FE_T_STRUCT:
  case FE_T_UNION: add_fields(p, index, canonical); break;
  case FE_T_ENUM: add_enum(p, index, canonical); break;
  default: break;
  }
  if (part.kind != CXType_Invalid) {
    uint32_t to = type_of(p, part);
    p->type.p[index].t.to = to;
  }
  if (r.t.kind == FE_T_ARRAY) p->type.p[index].t.count = positive(clang_getArraySize(b));
  return index;
}

/* The pointer an array or function parameter really is. */
static uint32_t pointer_to(pass *p, uint32_t to) {
  uint32_t index = fe_map_get(&p->pointers, to);
  if (index != FE_NONE) return index;
  const fe_ctype *t = &p->type.p[to].t;
  size_t n = t->kind == FE_T_ARRAY ? strcspn(t->name, "[") : t->kind == FE_T_FUNC ? strcspn(t->name, "(") : 0;
  const char *star = n && n < strlen(t->name) ? "(*)" : "";
  fe_rtype r = {.tag = ""};
  if (*star) {
    bool gap = n && t->name[n - 1] != ' ';
    r.t.name = fe_format(p->arena, "%.*s%s%s%s", (int)n, t->name, gap ? " " : "", star, t->name + n);
  } else {
    size_t len = strlen(t->name);
    r.t.name = fe_format(p->arena, "%s%s*", t->name, len && t->name[len - 1] == '*' ? "" : " ");
  }
  r.t.kind = FE_T_PTR;
  r.t.size = r.t.align = 8;
  r.t.to = to;
  index = p->type.n;
  FE_PUSH(p->type, r);
  fe_map_put(&p->pointers, to, index);
  return index;
}

/* ---- attributes ---- */

static enum CXChildVisitResult note_attribute(CXCursor c, CXCursor parent, CXClientData data) {
  (void)parent;
  unsigned *seen = data; /* 1: some attribute libclang has no kind for, 2: asm label */
  enum CXCursorKind k = clang_getCursorKind(c);
  if (k == CXCursor_UnexposedAttr) *seen |= 1;
  if (k == CXCursor_AsmLabelAttr) *seen |= 2;
  if (k == CXCursor_ParmDecl) return CXChildVisit_Recurse;
  return clang_isAttribute(k) || clang_isDeclaration(k) ? CXChildVisit_Continue : CXChildVisit_Break;
}

/* "nonnull" and "returns_nonnull" have no cursor kind, and their tokens may be a macro's: clang's own printing of the
 * declaration shows them in one form. A list names parameters from 1; none means every pointer. */
static void read_nonnull(CXCursor c, fe_rfunc *f, const fe_rtype *types) {
  CXPrintingPolicy policy = clang_getCursorPrintingPolicy(c);
  clang_PrintingPolicy_setProperty(policy, CXPrintingPolicy_TerseOutput, 1);
  CXString s = clang_getCursorPrettyPrinted(c, policy);
  const char *text = clang_getCString(s);
  if (strstr(text, "returns_nonnull")) f->result.nonnull = true;
  const char *params = strchr(text, '(');
  for (const char *at = text; (at = strstr(at, "__attribute__((nonnull")); at++) {
    const char *list = at + strlen("__attribute__((nonnull");
    /* Inside the parameter list the attribute is a parameter's; those are read at the parameter. */
    int depth = 0;
    for (const char *q = text; q < at; q++) depth += *q == '(' ? 1 : *q == ')' ? -1 : 0;
    if (depth || !params) continue;
    if (*list != '(') {
      for (uint32_t i = 0; i < f->nparams; i++)
        if (types[f->params[i].type].t.kind == FE_T_PTR) f->params[i].nonnull = true;
      continue;
    }
    for (const char *q = list + 1; *q && *q != ')'; q++) {
      if (!isdigit((unsigned char)*q)) continue;
      char *end;
      unsigned long k = strtoul(q, &end, 10);
      if (k >= 1 && k <= f->nparams) f->params[k - 1].nonnull = true;
      q = end - 1;
    }
  }
  clang_disposeString(s);
  clang_PrintingPolicy_dispose(policy);
}

static bool prints(CXCursor c, const char *what) {
  CXPrintingPolicy policy = clang_getCursorPrintingPolicy(c);
  CXString s = clang_getCursorPrettyPrinted(c, policy);
  bool found = strstr(clang_getCString(s), what) != NULL;
  clang_disposeString(s);
  clang_PrintingPolicy_dispose(policy);
  return found;
}

static fe_rparam read_param(pass *p, CXCursor c) {
  CXType t = clang_getCursorType(c);
  fe_rparam r = {.name = keep(p, clang_getCursorSpelling(c)), .type = type_of(p, t)};
  const fe_ctype *ct = &p->type.p[r.type].t;
  if (ct->kind == FE_T_ARRAY) {
    r.bound = ct->count;
    r.nonnull = strstr(ct->name, "[static") != NULL;
    r.type = pointer_to(p, ct->to);
  } else if (ct->kind == FE_T_FUNC) {
    r.type = pointer_to(p, r.type);
  }
  if (clang_Type_getNullability(t) == CXTypeNullability_NonNull) r.nonnull = true;
  unsigned seen = 0;
  clang_visitChildren(c, note_attribute, &seen);
  if ((seen & 1) && prints(c, "((nonnull))")) r.nonnull = true;
  return r;
}

/* ---- declarations ---- */

static const char *linkage_name(pass *p, CXCursor c, unsigned seen) {
  return keep(p, seen & 2 ? clang_Cursor_getMangling(c) : clang_getCursorSpelling(c));
}

static void read_function(pass *p, CXCursor c) {
  unsigned seen = 0;
  clang_visitChildren(c, note_attribute, &seen);
  CXType t = clang_getCursorType(c);
  fe_rfunc f = {.linkage = linkage_name(p, c, seen), .is_definition = clang_isCursorDefinition(c)};
  f.prototyped = bare(t).kind == CXType_FunctionProto;
  CXSourceRange range = clang_getCursorExtent(c);
  clang_getExpansionLocation(clang_getRangeStart(range), NULL, &f.begin_line, &f.begin_col, NULL);
  clang_getExpansionLocation(clang_getRangeEnd(range), NULL, &f.end_line, &f.end_col, NULL);
  CXType result = clang_getCursorResultType(c);
  f.result = (fe_rparam){.name = "", .type = type_of(p, result)};
  f.result.nonnull = clang_Type_getNullability(result) == CXTypeNullability_NonNull;
  int n = clang_Cursor_getNumArguments(c);
  f.nparams = n > 0 ? (uint32_t)n : 0;
  f.params = fe_alloc(p->arena, f.nparams * sizeof *f.params);
  for (uint32_t i = 0; i < f.nparams; i++) f.params[i] = read_param(p, clang_Cursor_getArgument(c, i));
  if (seen & 1) read_nonnull(c, &f, p->type.p);
  FE_PUSH(p->func, f);
}

static void read_variable(pass *p, CXCursor c) {
  unsigned seen = 0;
  clang_visitChildren(c, note_attribute, &seen);
  fe_rglobal g = {.linkage = linkage_name(p, c, seen), .type = type_of(p, clang_getCursorType(c))};
  if (p->function) g.linkage = fe_format(p->arena, "%s.%s", p->function, g.linkage);
  g.is_definition = p->function || clang_isCursorDefinition(c);
  FE_PUSH(p->global, g);
}

static enum CXChildVisitResult find_statics(CXCursor c, CXCursor parent, CXClientData data) {
  (void)parent;
  if (clang_getCursorKind(c) == CXCursor_VarDecl && clang_Cursor_getStorageClass(c) == CX_SC_Static)
    read_variable(data, c);
  return CXChildVisit_Recurse;
}

static enum CXChildVisitResult top_level(CXCursor c, CXCursor parent, CXClientData data) {
  (void)parent;
  pass *p = data;
  switch (clang_getCursorKind(c)) {
  case CXCursor_FunctionDecl:
    read_function(p, c);
    if (clang_isCursorDefinition(c)) {
      p->function = p->func.p[p->func.n - 1].linkage;
      clang_visitChildren(c, find_statics, p);
      p->function = NULL;
    }
    break;
  case CXCursor_VarDecl: read_variable(p, c); break;
  default: break;
  }
  return CXChildVisit_Continue;
}

uint8_t *fe_iface_read(const fe_unit *u, const fe_strv *flags, size_t *len) {
  char *path = fe_path_join(u->dir, u->path);
  unsigned options = CXTranslationUnit_KeepGoing | CXTranslationUnit_IncludeAttributedTypes;
  fe_strv args = {0};
  for (size_t i = 0; i < flags->n; i++) fe_strv_add(&args, flags->v[i]);
  fe_strv_take(&args, fe_xformat("-working-directory=%s", u->dir));
  CXIndex index = clang_createIndex(0, 0);
  CXTranslationUnit tu = NULL;
  clang_parseTranslationUnit2(index, path, (const char *const *)args.v, (int)args.n, NULL, 0, options, &tu);
  fe_strv_free(&args);
  free(path);
  uint8_t *bytes = NULL;
  if (tu) {
    pass p = {.arena = fe_arena_new()};
    clang_visitChildren(clang_getTranslationUnitCursor(tu), top_level, &p);
    fe_record r = {p.type.n, p.func.n, p.global.n, p.type.p, p.func.p, p.global.p, p.arena};
    fe_buf b = {0};
    fe_record_write(&b, &r);
    bytes = b.p;
    *len = b.n;
    fe_map_free(&p.types);
    fe_map_free(&p.pointers);
    free(p.type.p);
    free(p.func.p);
    free(p.global.p);
    fe_arena_free(p.arena);
    clang_disposeTranslationUnit(tu);
  }
  clang_disposeIndex(index);
  return bytes;
}
