package dev.millrace.architecture;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static dev.millrace.architecture.Millrace.check;
import static dev.millrace.architecture.Millrace.module;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import java.time.Clock;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.Timer;
import java.util.UUID;
import java.util.WeakHashMap;
import java.util.function.BiPredicate;
import java.util.stream.BaseStream;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The engine is a function: the same commands give the same state, on every machine and in every
 * run. Replay, replicas and the simulator all rest on it.
 */
class PurityTest {
  private static final String QUEUE = module("queue");

  @Test
  void queueUsesPlainDataOnly() {
    check(
        classes()
            .that()
            .resideInAPackage(QUEUE)
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage(
                QUEUE,
                "java.lang",
                "java.lang.annotation",
                "java.lang.invoke",
                "java.lang.runtime",
                "java.math",
                "java.nio",
                "java.nio.charset",
                "java.time",
                "java.util",
                "java.util.function",
                "java.util.stream",
                "com.google.re2j",
                "org.jspecify.annotations")
            .because("the engine does no I/O, shares nothing between threads and logs nothing"));
  }

  @Test
  void queueNamesNoThreadProcessClockOrDice() {
    check(
        noClasses()
            .that()
            .resideInAPackage(QUEUE)
            .should()
            .dependOnClassesThat()
            .belongToAnyOf(
                Thread.class,
                ThreadLocal.class,
                InheritableThreadLocal.class,
                Runtime.class,
                Process.class,
                ProcessBuilder.class,
                ProcessHandle.class,
                System.Logger.class,
                Clock.class,
                InstantSource.class,
                IdentityHashMap.class,
                Random.class,
                SplittableRandom.class,
                Timer.class,
                WeakHashMap.class)
            .because("time and chance come in as arguments; threads belong to the loops around"));
  }

  @Test
  void queueAsksTheSystemForNothing() {
    checkQueueNeverCalls(
        "a method of System other than arraycopy",
        (owner, method) -> owner.isEquivalentTo(System.class) && !method.equals("arraycopy"),
        "clock, environment, properties and identity hashes differ from run to run");
  }

  @Test
  void queueReadsNoTime() {
    checkQueueNeverCalls(
        "now()",
        (owner, method) -> owner.getPackageName().equals("java.time") && method.equals("now"),
        "time comes in as an argument");
  }

  @Test
  void queueDrawsNoRandomNumber() {
    checkQueueNeverCalls(
        "random(), randomUUID() or shuffle()",
        (owner, method) ->
            (owner.isEquivalentTo(Math.class) && method.equals("random"))
                || (owner.isEquivalentTo(StrictMath.class) && method.equals("random"))
                || (owner.isEquivalentTo(UUID.class) && method.equals("randomUUID"))
                || (owner.isEquivalentTo(Collections.class) && method.equals("shuffle")),
        "chance comes in as an argument");
  }

  @Test
  void queueRunsNothingInParallel() {
    checkQueueNeverCalls(
        "parallel() or parallelStream()",
        (owner, method) ->
            (owner.isAssignableTo(Collection.class) && method.equals("parallelStream"))
                || (owner.isAssignableTo(BaseStream.class) && method.equals("parallel")),
        "the order of effects is part of the result");
  }

  @Test
  void queueNeverIteratesInAnOrderThatTheJvmDrew() {
    DescribedPredicate<JavaAccess<?>> saltedCollection =
        DescribedPredicate.describe(
            "Set or Map of/copyOf/ofEntries, or toUnmodifiableSet/Map",
            access ->
                access.getTarget() instanceof CodeUnitAccessTarget target && isSalted(target));

    check(
        noClasses()
            .that()
            .resideInAPackage(QUEUE)
            .should()
            .accessTargetWhere(saltedCollection)
            .because(
                "their order of iteration changes with each start of the JVM;"
                    + " take a sorted or linked collection, or an EnumSet"));
  }

  /** Those with at most one element have only one order. */
  private static boolean isSalted(CodeUnitAccessTarget target) {
    int parameters = target.getRawParameterTypes().size();
    boolean varargs = parameters > 0 && target.getRawParameterTypes().getFirst().isArray();
    if (target.getOwner().isEquivalentTo(Set.class)) {
      return target.getName().equals("copyOf")
          || (target.getName().equals("of") && (varargs || parameters > 1));
    }
    if (target.getOwner().isEquivalentTo(Map.class)) {
      return target.getName().equals("copyOf")
          || target.getName().equals("ofEntries")
          || (target.getName().equals("of") && parameters > 2);
    }
    return target.getOwner().isEquivalentTo(Collectors.class)
        && target.getName().startsWith("toUnmodifiable")
        && !target.getName().equals("toUnmodifiableList");
  }

  private static void checkQueueNeverCalls(
      String what, BiPredicate<JavaClass, String> banned, String reason) {
    DescribedPredicate<JavaAccess<?>> access =
        DescribedPredicate.describe(
            what, it -> banned.test(it.getTargetOwner(), it.getTarget().getName()));

    check(
        noClasses()
            .that()
            .resideInAPackage(QUEUE)
            .should()
            .accessTargetWhere(access)
            .because(reason));
  }
}
