package dev.millrace.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static dev.millrace.architecture.Millrace.check;
import static dev.millrace.architecture.Millrace.module;
import static dev.millrace.architecture.Millrace.outermost;

import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.Set;
import java.util.Timer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/** What is allowed in a few known places only, or nowhere. */
class DangerTest {
  private static final Set<String> ASSEMBLY = Set.of("Main", "Node", "ServeCommand");

  @Test
  void nobodyDeserialisesObjects() {
    check(
        noClasses()
            .should()
            .dependOnClassesThat()
            .belongToAnyOf(ObjectInputStream.class, ObjectOutputStream.class)
            .because("reading a serialised object runs code that its sender chose"));
  }

  @Test
  void nobodyLoadsClassesByName() {
    check(
        noClasses()
            .should()
            .accessTargetWhere(
                describe("Class.forName or ClassLoader.loadClass", DangerTest::loadsByName))
            .because("what runs is written in the code, not in a string"));
  }

  @Test
  void nobodyLooksUpRemoteNames() {
    check(
        noClasses()
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("java.rmi..", "javax.naming..")
            .because("a name in a message must never make us fetch code"));
  }

  @Test
  void threadsStartInLoopsStagesAndTheAssemblyOnly() {
    check(
        noClasses()
            .that(
                not(
                    outermost(
                        "a *Loop, a *Stage or the assembly " + ASSEMBLY,
                        name ->
                            name.endsWith("Loop")
                                || name.endsWith("Stage")
                                || ASSEMBLY.contains(name))))
            .should()
            .accessTargetWhere(describe("the start of a thread or pool", DangerTest::startsThread))
            .because("every thread has an owner who names, bounds and stops it"));
  }

  @Test
  void settingsAreReadByTheConfigurationOnly() {
    check(
        noClasses()
            .that(
                not(
                    resideInAnyPackage(module("node"), module("cli"))
                        .and(
                            outermost(
                                "a *Config or Main",
                                name -> name.endsWith("Config") || name.equals("Main")))))
            .should()
            .accessTargetWhere(
                describe("system properties or the environment", DangerTest::readsSetting))
            .because("a setting is read once, checked, and passed by constructor"));
  }

  @Test
  void onlyTheCommandsPrint() {
    check(
        noClasses()
            .that(not(resideInAPackage(module("cli"))))
            // A program of its own, which says like `serve` where it listens.
            .and(not(outermost("SlowNode", "SlowNode"::equals)))
            .should(ACCESS_STANDARD_STREAMS)
            .because("standard output is the answer of a command; all else is a log line"));
  }

  private static boolean loadsByName(JavaAccess<?> access) {
    return calls(access, Class.class, "forName") || calls(access, ClassLoader.class, "loadClass");
  }

  private static boolean startsThread(JavaAccess<?> access) {
    return constructs(access, Thread.class)
        || constructs(access, ExecutorService.class)
        || constructs(access, Timer.class)
        || calls(access, Thread.class, "ofPlatform")
        || calls(access, Thread.class, "ofVirtual")
        || calls(access, Thread.class, "startVirtualThread")
        || access.getTargetOwner().isEquivalentTo(Executors.class)
        || runsInCommonPool(access);
  }

  /** An …Async method without an executor borrows threads that nobody here owns. */
  private static boolean runsInCommonPool(JavaAccess<?> access) {
    return access.getTargetOwner().isEquivalentTo(CompletableFuture.class)
        && access.getTarget() instanceof CodeUnitAccessTarget target
        && target.getName().endsWith("Async")
        && target.getRawParameterTypes().stream()
            .noneMatch(parameter -> parameter.isEquivalentTo(Executor.class));
  }

  private static boolean readsSetting(JavaAccess<?> access) {
    return calls(access, System.class, "getProperty")
        || calls(access, System.class, "getProperties")
        || calls(access, System.class, "getenv")
        || calls(access, Boolean.class, "getBoolean")
        || calls(access, Integer.class, "getInteger")
        || calls(access, Long.class, "getLong");
  }

  private static boolean calls(JavaAccess<?> access, Class<?> owner, String method) {
    return access.getTargetOwner().isAssignableTo(owner)
        && access.getTarget().getName().equals(method);
  }

  /** Calls of a super constructor do not count: the subclass is caught where it is made. */
  private static boolean constructs(JavaAccess<?> access, Class<?> type) {
    JavaClass owner = access.getTargetOwner();
    return access.getTarget().getName().equals("<init>")
        && owner.isAssignableTo(type)
        && !access.getOriginOwner().isAssignableTo(type);
  }
}
