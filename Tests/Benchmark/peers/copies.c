// Copies and clears 64 kB. usage: copies COUNT
#include <stdlib.h>
#include <string.h>

static char from[1 << 16], to[1 << 16];

int main(int argc, char **argv) {
  for (int count = argc == 2 ? atoi(argv[1]) : 0; count > 0; count--) {
    // Barriers, or the compiler leaves both out.
    memset(from, count, sizeof from);
    __asm__ volatile("" ::: "memory");
    memcpy(to, from, sizeof to);
    __asm__ volatile("" ::: "memory");
  }
}
