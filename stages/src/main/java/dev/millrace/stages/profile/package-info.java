/**
 * Profiling of stages: which hands events to which, as data and as a picture, and how they did over
 * time. Nothing here reads a clock or starts a thread; memory is bounded.
 */
@NullMarked
package dev.millrace.stages.profile;

import org.jspecify.annotations.NullMarked;
