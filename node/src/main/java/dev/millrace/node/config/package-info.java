/**
 * Settings as text: where they come from, and how text becomes a number of bytes or a length of
 * time.
 *
 * <p>Every failure is a {@link dev.millrace.node.config.ConfigException} that names the key, the
 * place and what would be right. Nothing here reads a file or the environment by itself.
 */
@NullMarked
package dev.millrace.node.config;

import org.jspecify.annotations.NullMarked;
