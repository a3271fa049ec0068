package dev.millrace.architecture;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.util.function.Predicate;

/** The classes of all modules, read once, and the words in which the rules speak of them. */
final class Millrace {
  static final String ROOT = "dev.millrace.";

  /** What protoc wrote: nothing to judge. */
  static final String GENERATED = ROOT + "api.v1..";

  static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(location -> !location.contains("/test-classes/"))
          // What JMH wrote around the benchmarks.
          .withImportOption(location -> !location.contains("/jmh_generated/"))
          .importPackages("dev.millrace");

  private Millrace() {}

  /** Checks a rule; one about classes that are still to be written passes. */
  static void check(ArchRule rule) {
    rule.allowEmptyShould(true).check(CLASSES);
  }

  static String module(String name) {
    return ROOT + name + "..";
  }

  /**
   * Classes whose source file's own type has such a name: lambdas and nested types count with it.
   */
  static DescribedPredicate<JavaClass> outermost(String description, Predicate<String> name) {
    return DescribedPredicate.describe(
        "are (in) " + description, type -> name.test(outermost(type).getSimpleName()));
  }

  private static JavaClass outermost(JavaClass type) {
    return type.getEnclosingClass().map(Millrace::outermost).orElse(type);
  }
}
