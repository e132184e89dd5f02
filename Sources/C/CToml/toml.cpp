#include <toml++/toml.h>
extern "C" {
#include "tealight_toml.h"
int tealight_toml_placeholder(void) { return 0; }
}
