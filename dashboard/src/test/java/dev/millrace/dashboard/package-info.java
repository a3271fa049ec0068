/**
 * The dashboard in a real browser, in front of a real node. A test opens pages, types and clicks as
 * a person does, and waits for what a person would see.
 */
@NullMarked
package dev.millrace.dashboard;

import org.jspecify.annotations.NullMarked;
