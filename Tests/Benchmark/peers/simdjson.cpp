// Reads the ticker with simdjson, all of it validated. usage: simdjson COUNT
#include <simdjson.h>

#include "ticker.h"

int main(int argc, char **argv) {
  int count = argc == 2 ? atoi(argv[1]) : 0;
  simdjson::dom::parser parser;
  simdjson::padded_string text(ticker, TICKER_BYTES);
  sum sum = {};
  for (int i = 0; i < count; i++) {
    simdjson::dom::object object;
    if (parser.parse(text).get(object)) return 1;
    int wanted = 0;
    for (auto [key, value] : object) {
      if (key != fields[wanted]) continue;
      wanted++;
      if (value.is_string()) {
        sum.letters += value.get_string_length();
      } else {
        sum.numbers += value.get_double().value();
      }
    }
    sum.fields += wanted;
  }
  print_sum(sum, count);
}
