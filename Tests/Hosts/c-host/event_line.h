/* Events as lines of CSV, the columns being those of `bench-detectors replay`. */
#ifndef EVENT_LINE_H
#define EVENT_LINE_H

#include "motion_detectors.h"

/* Prints the names of the columns. */
void event_line_print_header(void);

/* Prints an event; nothing for what asks the host to do something. */
void event_line_print(const md_event *event);

#endif
