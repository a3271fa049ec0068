package dev.millrace.node.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.millrace.queue.NameScope;
import dev.millrace.queue.RequestId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Somebody who may call: a name, and what its rules allow. */
public final class Principal {
  /** Whoever calls a node that asks for no authentication: may do all. */
  public static final Principal ANYONE =
      new Principal(
          "anyone", List.of(new Rule(Set.of(Verb.ADMIN), NameScope.ALL.parts().getFirst())));

  /** Enough that two clients never meet by chance; a request id has room for 64 bytes. */
  private static final int CLIENT_HASH_BYTES = 18;

  private final String name;
  private final List<Rule> rules;
  private final Map<Verb, NameScope> scopes = new EnumMap<>(Verb.class);

  /** The last one asked for: a connection has one client for all its calls. */
  private volatile Client lastClient = new Client("", "");

  private record Client(String given, String own) {}

  Principal(String name, List<Rule> rules) {
    this.name = name;
    this.rules = List.copyOf(rules);
    for (Verb verb : Verb.values()) {
      scopes.put(verb, scopeOf(verb));
    }
  }

  private NameScope scopeOf(Verb verb) {
    List<NameScope.Part> parts = new ArrayList<>();
    for (Rule rule : rules) {
      if (rule.verbs().contains(verb) || rule.verbs().contains(Verb.ADMIN)) {
        parts.add(rule.queues());
      }
    }
    boolean isAll = parts.contains(NameScope.ALL.parts().getFirst());
    return isAll ? NameScope.ALL : new NameScope(parts);
  }

  public String name() {
    return name;
  }

  public List<Rule> rules() {
    return rules;
  }

  /** Where it may do this. */
  NameScope scope(Verb verb) {
    return scopes.getOrDefault(verb, NameScope.NONE);
  }

  /**
   * The request under a client id that nobody else has: what is kept of a request would otherwise
   * be told to whoever guesses its id.
   */
  @Nullable RequestId own(@Nullable RequestId request) {
    return request == null || this == ANYONE
        ? request
        : new RequestId(client(request.client()), request.sequence(), request.settled());
  }

  private String client(String given) {
    Client last = lastClient;
    if (!last.given.equals(given)) {
      // The name has no control characters: the pair can't be read in another way.
      byte[] hash = Token.sha256((name + '\n' + given).getBytes(UTF_8));
      String own =
          Base64.getUrlEncoder()
              .withoutPadding()
              .encodeToString(Arrays.copyOf(hash, CLIENT_HASH_BYTES));
      last = new Client(given, own);
      lastClient = last;
    }
    return last.own;
  }

  /** Whether it is called the same and may do the same. */
  boolean isAs(Principal other) {
    return name.equals(other.name) && rules.equals(other.rules);
  }

  @Override
  public String toString() {
    return name;
  }
}
