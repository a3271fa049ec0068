/**
 * Controllers: pure functions from what was seen of a stage to what it is to do next.
 *
 * <p>Each rule takes its own last decision and a sample, and returns the next decision; whatever it
 * remembers is in the decision. So a rule can be run over a recorded series, and one can be put in
 * place of another. Invariant: nothing here reads a clock, starts a thread or keeps state, but for
 * {@link dev.millrace.stages.control.RateLimit}, which is given the time too.
 */
@NullMarked
package dev.millrace.stages.control;

import org.jspecify.annotations.NullMarked;
