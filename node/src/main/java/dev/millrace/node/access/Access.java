package dev.millrace.node.access;

import dev.millrace.node.config.ConfigException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Who may call: what an access file says. */
public final class Access {
  /** Nobody. */
  public static final Access NONE = new Access(List.of());

  private final List<Entry> entries;
  private final Map<TokenHash, Match> byToken = new HashMap<>();
  private final Map<String, Match> byCertificate = new HashMap<>();

  /**
   * A principal.
   *
   * @param certificates names in certificates that stand for it
   */
  public record Entry(
      String name, List<TokenRecord> tokens, List<String> certificates, List<Rule> rules) {
    public Entry {
      tokens = List.copyOf(tokens);
      certificates = List.copyOf(certificates);
      rules = List.copyOf(rules);
    }
  }

  /**
   * A token of a principal.
   *
   * @param expires {@link Instant#MAX} for never
   */
  public record TokenRecord(TokenHash hash, Instant expires) {}

  private record Match(Principal principal, Instant expires) {}

  /** What somebody shows to be known by. */
  public sealed interface Proof {
    record OfToken(TokenHash hash) implements Proof {}

    /**
     * The certificate of a connection.
     *
     * @param names of a certificate that is trusted, the best first
     * @param until when it ends
     */
    record OfCertificate(List<String> names, Instant until) implements Proof {
      public OfCertificate {
        names = List.copyOf(names);
      }
    }
  }

  /** Who somebody is found to be. */
  public sealed interface Finding {
    record Known(Principal principal) implements Finding {}

    /**
     * Nobody who may call.
     *
     * @param name of the principal, if it was known once
     */
    record Unknown(String reason, @Nullable String name) implements Finding {}
  }

  /**
   * Those who may call.
   *
   * @throws ConfigException if a token or certificate stands for two
   */
  public Access(List<Entry> entries) {
    this.entries = List.copyOf(entries);
    for (Entry entry : entries) {
      Principal principal = new Principal(entry.name(), entry.rules());
      for (TokenRecord token : entry.tokens()) {
        put(byToken, token.hash(), new Match(principal, token.expires()));
      }
      for (String certificate : entry.certificates()) {
        put(byCertificate, certificate, new Match(principal, Instant.MAX));
      }
    }
  }

  private static <K> void put(Map<K, Match> matches, K key, Match match) {
    Match other = matches.putIfAbsent(key, match);
    if (other != null) {
      throw new ConfigException(
          "%s stands for %s and for %s", key, other.principal(), match.principal());
    }
  }

  public List<Entry> entries() {
    return entries;
  }

  public Finding find(Proof proof, Instant now) {
    return switch (proof) {
      case Proof.OfToken(var hash) ->
          found(byToken.get(hash), "the token isn't known, or was revoked", now);
      case Proof.OfCertificate(var names, var until) ->
          found(
              now.isBefore(until) ? ofCertificate(names) : null,
              "the certificate stands for nobody who may call",
              now);
    };
  }

  private @Nullable Match ofCertificate(List<String> names) {
    for (String name : names) {
      Match match = byCertificate.get(name);
      if (match != null) {
        return match;
      }
    }
    return null;
  }

  private static Finding found(@Nullable Match match, String otherwise, Instant now) {
    if (match == null) {
      return new Finding.Unknown(otherwise, null);
    }
    return now.isBefore(match.expires())
        ? new Finding.Known(match.principal())
        : new Finding.Unknown("the token has expired", match.principal().name());
  }

  /** Whether that proof still stands for the principal, with the rules that it had. */
  public boolean holds(Proof proof, Principal principal, Instant now) {
    return find(proof, now) instanceof Finding.Known(var found)
        && (found == principal || found.isAs(principal));
  }
}
