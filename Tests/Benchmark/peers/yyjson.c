// Reads the ticker with yyjson. usage: yyjson COUNT
#include <yyjson.h>

#include "ticker.h"

int main(int argc, char **argv) {
  int count = argc == 2 ? atoi(argv[1]) : 0;
  static char memory[1 << 16];
  struct sum sum = {0};
  for (int i = 0; i < count; i++) {
    yyjson_alc pool;
    yyjson_alc_pool_init(&pool, memory, sizeof memory);
    yyjson_doc *document = yyjson_read_opts((char *)ticker, TICKER_BYTES, 0, &pool, NULL);
    if (!document) return 1;
    int wanted = 0;
    size_t at, most;
    yyjson_val *key, *value;
    yyjson_obj_foreach(yyjson_doc_get_root(document), at, most, key, value) {
      if (!yyjson_equals_str(key, fields[wanted])) continue;
      wanted++;
      if (yyjson_is_str(value)) {
        sum.letters += yyjson_get_len(value);
      } else {
        sum.numbers += yyjson_get_num(value);
      }
    }
    sum.fields += wanted;
  }
  print_sum(sum, count);
}
