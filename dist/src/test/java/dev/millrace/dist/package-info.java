/**
 * Tests of the package as it is installed, and of all that the documents tell to type.
 *
 * <p>A {@link dev.millrace.dist.Page} is read from a document, and typed into a {@link
 * dev.millrace.dist.Terminal} where the commands of an {@link dev.millrace.dist.Installation} are
 * found. What it prints must be what is {@link dev.millrace.dist.Shown} there.
 */
@NullMarked
package dev.millrace.dist;

import org.jspecify.annotations.NullMarked;
