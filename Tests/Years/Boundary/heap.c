// Counts the bytes that the process has allocated. mallinfo2(3) does not tell them: it counts memory as
// allocated that was freed and is kept for the next caller. The C library lets a program bring these
// functions itself (its manual, "Replacing malloc"); the library's own ones go on doing the work.

#include <errno.h>
#include <malloc.h>
#include <stddef.h>

#include "boundary.h"

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);
void __libc_free(void *);

// There is one thread.
static size_t allocated;

size_t boundary_allocated(void) { return allocated; }

static void *count(void *memory) {
  if (memory) allocated += malloc_usable_size(memory);
  return memory;
}

void *malloc(size_t size) { return count(__libc_malloc(size)); }
void *calloc(size_t number, size_t size) { return count(__libc_calloc(number, size)); }
void *memalign(size_t alignment, size_t size) { return count(__libc_memalign(alignment, size)); }
void *aligned_alloc(size_t alignment, size_t size) { return memalign(alignment, size); }

int posix_memalign(void **memory, size_t alignment, size_t size) {
  void *taken = memalign(alignment, size);
  if (!taken) return ENOMEM;
  *memory = taken;
  return 0;
}

void *realloc(void *memory, size_t size) {
  size_t before = memory ? malloc_usable_size(memory) : 0;
  void *taken = __libc_realloc(memory, size);
  // Where there is no room the old memory stays.
  if (taken || !size) allocated -= before;
  return count(taken);
}

void free(void *memory) {
  if (memory) allocated -= malloc_usable_size(memory);
  __libc_free(memory);
}
