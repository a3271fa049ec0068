/**
 * Figures for readers: a {@link dev.millrace.bench.report.Table} as text, Markdown and CSV, and
 * {@link dev.millrace.bench.report.Chart}s of it as SVG.
 *
 * <p>Knows numbers and names, and nothing of what was measured.
 */
@NullMarked
package dev.millrace.bench.report;

import org.jspecify.annotations.NullMarked;
