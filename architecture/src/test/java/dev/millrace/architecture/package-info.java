/** The rules between and inside the modules that the compiler cannot keep. */
@NullMarked
package dev.millrace.architecture;

import org.jspecify.annotations.NullMarked;
