package dev.millrace.node.wire;

import dev.millrace.node.access.Principal;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notes who was refused and who changed what, a line each, in a log of its own. Never what a task
 * holds, nor a secret.
 *
 * <p>Anybody can be refused as often as they like: of refusals only so many are noted, and the next
 * one that is says how many were left out. Acts are all noted.
 */
public final class Audit {
  /** The name of the log. */
  public static final String LOG = "millrace.audit";

  private static final Logger log = LoggerFactory.getLogger(LOG);
  private static final String NOBODY = "-";

  private final AuditRate refusals;

  /**
   * Notes what comes from now on.
   *
   * @param nanos a clock such as {@link System#nanoTime}
   */
  public Audit(LongSupplier nanos) {
    this.refusals = new AuditRate(nanos);
  }

  /** Somebody could not be told who they are, or may not connect. */
  public void refused(@Nullable String principal, String address, String call, String reason) {
    long leftOut = refusals.take();
    if (leftOut >= 0) {
      log.warn(
          "refused principal={} address={} call={} reason={} leftOut={}",
          principal == null ? NOBODY : AuditText.of(principal),
          AuditText.of(address),
          AuditText.of(call),
          AuditText.of(reason),
          leftOut);
    }
  }

  /** Somebody wanted to do what they may not. */
  void denied(Principal principal, String address, String verb, String what) {
    long leftOut = refusals.take();
    if (leftOut >= 0) {
      log.warn(
          "denied principal={} address={} verb={} what={} leftOut={}",
          AuditText.of(principal.name()),
          AuditText.of(address),
          verb,
          AuditText.of(what),
          leftOut);
    }
  }

  /** Somebody did what only administrators do. */
  void done(Principal principal, String address, String call, String what, String outcome) {
    log.info(
        "done principal={} address={} call={} what={} outcome={}",
        AuditText.of(principal.name()),
        AuditText.of(address),
        call,
        AuditText.of(what),
        outcome);
  }

  /** Who may call was changed. */
  public void accessChanged(String what) {
    log.info("access {}", what);
  }
}
