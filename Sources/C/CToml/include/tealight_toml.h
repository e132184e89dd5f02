#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// TOML 1.0 through toml++: bytes in, a tree out whose every node knows its line (from 1).

typedef enum {
  TEALIGHT_TOML_TABLE,
  TEALIGHT_TOML_LIST,
  TEALIGHT_TOML_TEXT,
  TEALIGHT_TOML_INTEGER,
  TEALIGHT_TOML_NUMBER,
  TEALIGHT_TOML_TRUTH,
  TEALIGHT_TOML_TIME
} tealight_toml_kind;

typedef struct tealight_toml_document tealight_toml_document;
typedef struct tealight_toml_node tealight_toml_node;

// Bytes that stay as long as the document; not ended by a zero.
typedef struct {
  const char *bytes;
  size_t count;
} tealight_toml_text;

// Never null; to be freed. `bytes` must be UTF-8.
tealight_toml_document *tealight_toml_parse(const char *bytes, size_t count);
void tealight_toml_free(tealight_toml_document *document);

// The table of everything; null where there is a syntax error.
const tealight_toml_node *tealight_toml_root(const tealight_toml_document *document);
// What is wrong, and on which line.
tealight_toml_text tealight_toml_error(const tealight_toml_document *document, uint32_t *line);

tealight_toml_kind tealight_toml_kind_of(const tealight_toml_node *node);
uint32_t tealight_toml_line_of(const tealight_toml_node *node);
// Each is for a node of its kind only.
tealight_toml_text tealight_toml_text_of(const tealight_toml_node *node);
int64_t tealight_toml_integer_of(const tealight_toml_node *node);
double tealight_toml_number_of(const tealight_toml_node *node);
bool tealight_toml_truth_of(const tealight_toml_node *node);

// Calls `visit` for each child of a table or list; the key of a list's child is empty.
typedef void (*tealight_toml_visit)(void *user, tealight_toml_text key, uint32_t key_line,
                                    const tealight_toml_node *child);
void tealight_toml_each(const tealight_toml_node *node, void *user, tealight_toml_visit visit);

#ifdef __cplusplus
}
#endif
