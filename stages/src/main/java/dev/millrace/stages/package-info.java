/** Stages: bounded mailboxes with their own workers, which refuse work rather than pile it up. */
@NullMarked
package dev.millrace.stages;

import org.jspecify.annotations.NullMarked;
