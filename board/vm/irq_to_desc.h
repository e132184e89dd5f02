/* SPDX-License-Identifier: GPL-2.0 */
// irq_sim.c calls irq_to_desc, which the kernel does not export to modules; this is the same.
#include <linux/irq.h>
#include <linux/irqdesc.h>

static inline struct irq_desc *exported_irq_to_desc(unsigned int number)
{
  struct irq_data *data = irq_get_irq_data(number);

  return data ? irq_data_to_desc(data) : NULL;
}
#define irq_to_desc exported_irq_to_desc
