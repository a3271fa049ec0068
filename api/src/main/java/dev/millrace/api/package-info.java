/**
 * The public protocol. The types are generated from {@code millrace/v1/*.proto}, below this
 * package.
 */
@NullMarked
package dev.millrace.api;

import org.jspecify.annotations.NullMarked;
