package dev.millrace.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import org.junit.jupiter.api.Test;

/** Which module may know which. */
class ModuleTest {
  @Test
  void queueKnowsNoOtherModule() {
    noClasses()
        .that()
        .resideInAPackage("dev.millrace.queue..")
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("dev.millrace.api..", "dev.millrace.journal..", "dev.millrace.node..")
        .because("the engine is a pure function of its commands")
        .allowEmptyShould(true)
        .check(Millrace.CLASSES);
  }
}
