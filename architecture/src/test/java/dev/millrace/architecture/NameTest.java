package dev.millrace.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static dev.millrace.architecture.Millrace.GENERATED;
import static dev.millrace.architecture.Millrace.check;

import org.junit.jupiter.api.Test;

/** Names that say nothing. */
class NameTest {
  @Test
  void noTypeIsNamedForHavingNoNoun() {
    check(
        noClasses()
            .that()
            .resideOutsideOfPackage(GENERATED)
            .should()
            .haveNameMatching(".*(Impl|Manager|Helpers?|Utils?|Utility|Utilities)")
            .orShould()
            .haveNameMatching(".*[.$](Abstract|Default)[A-Z][^.$]*")
            .because("such a name hides what the thing is; look for the missing noun"));
  }
}
