package dev.millrace.client;

import dev.millrace.api.v1.Durability;
import java.time.Duration;

/**
 * How a client behaves. Made from {@link #DEFAULT} by the {@code with} methods.
 *
 * @param connections more than one only helps when one thread can't move the bytes, or when more
 *     than 768 leases wait at once. Calls of one thread go over one connection, in order
 * @param timeout how long a call may take; a lease may take its {@code wait} longer
 * @param bytesInFlightMax bounds the memory of calls without an outcome; each counts its request
 *     and 2 KiB. Beyond, blocking callers wait and asynchronous ones are refused
 * @param isNumbering whether calls carry a number, so that they can be repeated after a broken
 *     connection and are still executed once
 * @param isOrdered whether asynchronous calls of one thread begin in the order in which they were
 *     made, unless one is tried again
 * @param retryShare of the calls, so many are repeated at most when an overloaded server refuses
 *     them
 * @param durability of updates and leases that are not given as a whole request
 * @param closeTimeout how long {@link MillraceClient#close} waits for replies
 * @param credentials how to connect, and by what the client is known
 */
public record ClientConfig(
    int connections,
    Duration timeout,
    long bytesInFlightMax,
    boolean isNumbering,
    boolean isOrdered,
    double retryShare,
    Durability durability,
    Duration closeTimeout,
    Credentials credentials) {
  public static final ClientConfig DEFAULT =
      new ClientConfig(
          1,
          Duration.ofSeconds(30),
          64L << 20,
          true,
          true,
          0.1,
          Durability.FSYNC,
          Duration.ofSeconds(5),
          Credentials.NONE);

  public ClientConfig {
    if (connections < 1 || connections > 1_000) {
      throw new IllegalArgumentException("1 to 1,000 connections, not " + connections);
    }
    if (!timeout.isPositive()) {
      throw new IllegalArgumentException("a call takes more than no time");
    }
    if (bytesInFlightMax < 1) {
      throw new IllegalArgumentException("a call takes more than no bytes");
    }
    if (!(retryShare >= 0 && retryShare <= 1)) {
      throw new IllegalArgumentException("a share is 0 to 1, not " + retryShare);
    }
  }

  public ClientConfig withConnections(int number) {
    return new ClientConfig(
        number,
        timeout,
        bytesInFlightMax,
        isNumbering,
        isOrdered,
        retryShare,
        durability,
        closeTimeout,
        credentials);
  }

  public ClientConfig withTimeout(Duration time) {
    return new ClientConfig(
        connections,
        time,
        bytesInFlightMax,
        isNumbering,
        isOrdered,
        retryShare,
        durability,
        closeTimeout,
        credentials);
  }

  public ClientConfig withBytesInFlightMax(long bytes) {
    return new ClientConfig(
        connections,
        timeout,
        bytes,
        isNumbering,
        isOrdered,
        retryShare,
        durability,
        closeTimeout,
        credentials);
  }

  /**
   * Saves the server the work of remembering outcomes. An update whose reply is lost with its
   * connection then fails with {@link OutcomeUnknownException} instead of being repeated.
   */
  public ClientConfig withoutRequestNumbers() {
    return new ClientConfig(
        connections,
        timeout,
        bytesInFlightMax,
        false,
        isOrdered,
        retryShare,
        durability,
        closeTimeout,
        credentials);
  }

  /**
   * Lets asynchronous calls overtake each other, as those of different threads may: then those that
   * are alike go to the server as one, which costs it much less.
   */
  public ClientConfig withoutOrder() {
    return new ClientConfig(
        connections,
        timeout,
        bytesInFlightMax,
        isNumbering,
        false,
        retryShare,
        durability,
        closeTimeout,
        credentials);
  }

  public ClientConfig withRetryShare(double share) {
    return new ClientConfig(
        connections,
        timeout,
        bytesInFlightMax,
        isNumbering,
        isOrdered,
        share,
        durability,
        closeTimeout,
        credentials);
  }

  public ClientConfig withDurability(Durability kind) {
    return new ClientConfig(
        connections,
        timeout,
        bytesInFlightMax,
        isNumbering,
        isOrdered,
        retryShare,
        kind,
        closeTimeout,
        credentials);
  }

  public ClientConfig withCloseTimeout(Duration time) {
    return new ClientConfig(
        connections,
        timeout,
        bytesInFlightMax,
        isNumbering,
        isOrdered,
        retryShare,
        durability,
        time,
        credentials);
  }

  public ClientConfig withCredentials(Credentials by) {
    return new ClientConfig(
        connections,
        timeout,
        bytesInFlightMax,
        isNumbering,
        isOrdered,
        retryShare,
        durability,
        closeTimeout,
        by);
  }
}
