#include "tealight_gpio.h"
int tealight_gpio_placeholder(void) { return 0; }
