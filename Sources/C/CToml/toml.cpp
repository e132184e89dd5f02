#include "tealight_toml.h"

// toml++ 3.3 asserts, or with NDEBUG assumes, that a table's name begins with a valid character: `[|`
// would end the program. Without either it reports its own error.
#undef NDEBUG
#define TOML_ASSERT(condition) static_assert(true)
#include <toml++/toml.h>

struct tealight_toml_document {
  toml::parse_result result;
};

namespace {

const toml::node *seen(const tealight_toml_node *node) {
  return reinterpret_cast<const toml::node *>(node);
}

const tealight_toml_node *hidden(const toml::node &node) {
  return reinterpret_cast<const tealight_toml_node *>(&node);
}

tealight_toml_text text(std::string_view view) { return {view.data(), view.size()}; }

}  // namespace

tealight_toml_document *tealight_toml_parse(const char *bytes, size_t count) {
  return new tealight_toml_document{toml::parse(std::string_view(bytes, count))};
}

void tealight_toml_free(tealight_toml_document *document) { delete document; }

const tealight_toml_node *tealight_toml_root(const tealight_toml_document *document) {
  return document->result ? hidden(document->result.table()) : nullptr;
}

tealight_toml_text tealight_toml_error(const tealight_toml_document *document, uint32_t *line) {
  const toml::parse_error &error = document->result.error();
  *line = error.source().begin.line;
  return text(error.description());
}

tealight_toml_kind tealight_toml_kind_of(const tealight_toml_node *node) {
  switch (seen(node)->type()) {
    case toml::node_type::table: return TEALIGHT_TOML_TABLE;
    case toml::node_type::array: return TEALIGHT_TOML_LIST;
    case toml::node_type::string: return TEALIGHT_TOML_TEXT;
    case toml::node_type::integer: return TEALIGHT_TOML_INTEGER;
    case toml::node_type::floating_point: return TEALIGHT_TOML_NUMBER;
    case toml::node_type::boolean: return TEALIGHT_TOML_TRUTH;
    default: return TEALIGHT_TOML_TIME;
  }
}

uint32_t tealight_toml_line_of(const tealight_toml_node *node) {
  return seen(node)->source().begin.line;
}

tealight_toml_text tealight_toml_text_of(const tealight_toml_node *node) {
  return text(seen(node)->as_string()->get());
}

int64_t tealight_toml_integer_of(const tealight_toml_node *node) {
  return seen(node)->as_integer()->get();
}

double tealight_toml_number_of(const tealight_toml_node *node) {
  return seen(node)->as_floating_point()->get();
}

bool tealight_toml_truth_of(const tealight_toml_node *node) {
  return seen(node)->as_boolean()->get();
}

void tealight_toml_each(const tealight_toml_node *node, void *user, tealight_toml_visit visit) {
  if (const toml::table *table = seen(node)->as_table())
    for (auto &&[key, child] : *table)
      visit(user, text(key.str()), key.source().begin.line, hidden(child));
  else if (const toml::array *list = seen(node)->as_array())
    for (auto &&child : *list) visit(user, text({}), child.source().begin.line, hidden(child));
}
