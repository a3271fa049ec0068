package dev.millrace.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static dev.millrace.architecture.Millrace.CLASSES;
import static dev.millrace.architecture.Millrace.GENERATED;
import static dev.millrace.architecture.Millrace.ROOT;
import static dev.millrace.architecture.Millrace.check;
import static dev.millrace.architecture.Millrace.module;
import static dev.millrace.architecture.Millrace.outermost;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaPackage;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Which module may know which, and which libraries. */
class ModuleTest {
  /** Each module with those it may know. A new module needs a line here. */
  private static final Map<String, Set<String>> KNOWS =
      Map.ofEntries(
          Map.entry("api", Set.of()),
          Map.entry("line", Set.of()),
          Map.entry("queue", Set.of()),
          Map.entry("journal", Set.of()),
          Map.entry("store", Set.of()),
          Map.entry("stages", Set.of()),
          Map.entry("http", Set.of("api")),
          Map.entry("simulation", Set.of("queue", "journal", "store", "node")),
          Map.entry("node", Set.of("api", "line", "queue", "journal", "store", "stages", "http")),
          Map.entry("client", Set.of("api", "line")),
          // Files for browsers only: they know the public interface as HTTP.
          Map.entry("dashboard", Set.of()),
          Map.entry("bench", Set.of("api", "client", "queue", "journal", "node")),
          Map.entry(
              "cli", Set.of("api", "client", "node", "journal", "store", "simulation", "bench")));

  /** Each library with the modules that may see it. */
  private static final Map<String, Set<String>> SEEN_BY =
      Map.ofEntries(
          Map.entry("io.grpc..", Set.of("api", "http", "node", "client", "bench", "cli")),
          Map.entry(
              "com.google.protobuf..", Set.of("api", "http", "node", "client", "bench", "cli")),
          Map.entry("com.google.common..", Set.of("api")),
          Map.entry("com.google.gson..", Set.of("http")),
          Map.entry("com.google.re2j..", Set.of("queue")),
          Map.entry("io.micrometer..", Set.of("node")),
          Map.entry("io.opentelemetry..", Set.of("client")),
          Map.entry("io.prometheus..", Set.of("node")),
          Map.entry("picocli..", Set.of("cli")),
          Map.entry("ch.qos.logback..", Set.of("node", "cli")),
          Map.entry("org.HdrHistogram..", Set.of("bench")),
          Map.entry("org.openjdk.jmh..", Set.of("bench")),
          Map.entry("org.rocksdb..", Set.of("store.rocksdb")),
          Map.entry(
              "org.slf4j..", Set.of("journal", "store.rocksdb", "stages", "http", "node", "cli")));

  static final Set<String> LIBRARIES = SEEN_BY.keySet();

  @Test
  void everyModuleIsListed() {
    assertThat(modules()).isSubsetOf(KNOWS.keySet());
  }

  @ParameterizedTest
  @MethodSource("modules")
  void moduleKnowsOnlyWhatItIsBuiltOn(String name) {
    var known = KNOWS.getOrDefault(name, Set.of());
    var strangers =
        modules()
            .filter(other -> !other.equals(name) && !known.contains(other))
            .map(Millrace::module)
            .toArray(String[]::new);

    check(
        noClasses()
            .that()
            .resideInAPackage(module(name))
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(strangers)
            .because("dependencies point one way: " + name + " is built on " + known));
  }

  @ParameterizedTest
  @FieldSource("LIBRARIES")
  void librariesStayWhereTheyAreWrapped(String library) {
    var seenBy = SEEN_BY.getOrDefault(library, Set.of());
    var friends = seenBy.stream().map(Millrace::module).toArray(String[]::new);

    check(
        noClasses()
            .that()
            .resideOutsideOfPackages(friends)
            .should()
            .dependOnClassesThat()
            .resideInAPackage(library)
            .because("a library that few modules see can be replaced: " + seenBy));
  }

  @Test
  void theSeamOfStoresKnowsNoStoreAndNoDisk() {
    check(
        noClasses()
            .that()
            .resideInAPackage(ROOT + "store")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(ROOT + "store.*..", "java.io..", "java.nio.file..")
            .because("implementations are built on the seam, and the simulated one is pure"));
  }

  @Test
  void onlyCommandsOnDataDirectoriesReachTheNode() {
    check(
        noClasses()
            .that(resideInAPackage(module("cli")))
            .and(
                outermostIsNot(
                    "ServeCommand",
                    "DemoCommand",
                    "CheckCommand",
                    "OfflineLoadCommand",
                    "RestoreCommand",
                    "SalvageCommand",
                    "TokenCommand"))
            .should()
            .dependOnClassesThat(
                resideInAnyPackage(module("node"), module("journal"), module("store")))
            .because("all other commands use the public protocol, like any stranger"));
  }

  @Test
  void onlySimulateReachesTheSimulation() {
    check(
        noClasses()
            .that(resideInAPackage(module("cli")))
            .and(outermostIsNot("SimulateCommand"))
            .should()
            .dependOnClassesThat(resideInAPackage(module("simulation")))
            .because("the simulator must not leak into commands that touch real data"));
  }

  @Test
  void onlyBenchReachesTheMeasurements() {
    check(
        noClasses()
            .that(resideInAPackage(module("cli")))
            .and(outermostIsNot("BenchCommand", "ScaleOptions"))
            .should()
            .dependOnClassesThat(resideInAPackage(module("bench")))
            .because("a measurement makes nodes of its own and must not meet real data"));
  }

  @Test
  void packagesFormNoCycle() {
    slices()
        .matching(ROOT + "(**)")
        .should()
        .beFreeOfCycles()
        .because("a cycle of packages can only be read, tested and changed as one")
        .allowEmptyShould(true)
        .check(CLASSES);
  }

  @ParameterizedTest
  @MethodSource("packages")
  void everyPackageIsNullMarked(JavaPackage ours) {
    assertThat(ours.isAnnotatedWith(NullMarked.class))
        .as("%s has a package-info with @NullMarked: NullAway looks at no other package", ours)
        .isTrue();
  }

  private static DescribedPredicate<JavaClass> outermostIsNot(String... names) {
    return not(outermost(String.join(" or ", names), Set.of(names)::contains));
  }

  static Stream<String> modules() {
    return CLASSES.stream()
        .map(type -> type.getPackageName().substring(ROOT.length()).split("\\.")[0])
        .collect(Collectors.toUnmodifiableSet())
        .stream();
  }

  static Stream<JavaPackage> packages() {
    return CLASSES.that(not(resideInAPackage(GENERATED))).stream()
        .map(JavaClass::getPackage)
        .distinct();
  }
}
