package dev.millrace.node.server;

import dev.millrace.node.access.Access;
import dev.millrace.node.config.ConfigException;
import dev.millrace.node.wire.Audit;
import dev.millrace.node.wire.Gate;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What guards the doors of a node, read from files that may change while it runs. */
final class Security {
  private final Gate gate;
  private final Optional<Tls> tls;
  private final Optional<WatchedFiles> accessFile;
  private Access access = Access.NONE;

  /**
   * @throws ConfigException if a file can't be used
   */
  Security(SecurityConfig config) {
    var audit = new Audit(System::nanoTime);
    this.tls = config.tls().map(Tls::new);
    this.gate =
        config.accessFile().isPresent()
            ? Gate.of(Access.NONE, InstantSource.system(), audit)
            : Gate.open(audit);
    this.accessFile =
        config
            .accessFile()
            .map(file -> new WatchedFiles("the access file", List.of(file), () -> read(file)));
  }

  /** Whom every door asks. */
  Gate gate() {
    return gate;
  }

  Optional<Tls> tls() {
    return tls;
  }

  /** Takes over what changed in the files, and ends what is allowed no longer. By one thread. */
  void look() {
    tls.ifPresent(Tls::look);
    accessFile.ifPresent(WatchedFiles::look);
    gate.sweep();
  }

  private void read(Path file) {
    Access next = AccessFile.read(file);
    Set<String> before = lines(access);
    Set<String> after = lines(next);
    access = next;
    gate.change(next);
    gate.audit()
        .accessChanged(
            "file=%s principals=%d new=%s gone=%s"
                .formatted(
                    file, next.entries().size(), without(after, before), without(before, after)));
  }

  private static Set<String> lines(Access access) {
    return access.entries().stream()
        .flatMap(
            entry -> {
              Set<String> lines = new HashSet<>();
              entry
                  .tokens()
                  .forEach(token -> lines.add(entry.name() + ":token:" + token.hash().id()));
              entry.certificates().forEach(name -> lines.add(entry.name() + ":certificate"));
              entry
                  .rules()
                  .forEach(
                      rule -> lines.add(entry.name() + ":" + rule.toString().replace(' ', ':')));
              return lines.stream();
            })
        .collect(Collectors.toSet());
  }

  /** At most so many that a line stays one. */
  private static String without(Set<String> all, Set<String> those) {
    Set<String> left = new TreeSet<>(all);
    left.removeAll(those);
    return left.stream()
        .limit(20)
        .collect(Collectors.joining(",", "[", left.size() > 20 ? ",…]" : "]"));
  }
}
