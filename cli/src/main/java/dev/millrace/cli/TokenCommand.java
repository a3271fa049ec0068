package dev.millrace.cli;

import dev.millrace.node.access.Access;
import dev.millrace.node.access.Access.Entry;
import dev.millrace.node.access.Access.TokenRecord;
import dev.millrace.node.access.AccessText;
import dev.millrace.node.access.Rule;
import dev.millrace.node.access.Token;
import dev.millrace.node.config.ConfigException;
import dev.millrace.node.server.AccessFile;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Changes the access file of a node, which reads it again by itself. */
@Command(
    name = "token",
    description = {
      "Says who may call a server, in the file that its setting access-file names. A running",
      "server takes a change over within a second. The file has no secrets: only a hash of each",
      "token is kept, so a token is shown once, when it is made.",
      "",
      "A rule is VERBS GROUP/QUEUE, such as 'enqueue,lease /mail.*'. Verbs: enqueue, lease,",
      "complete, list, delete, admin. No group is the default group, * every group; a name that",
      "ends with * is the beginning of names. 'admin */*' allows everything."
    },
    footer = {
      "Example: millrace token create mailer --allow 'enqueue /mail.*' --access-file access",
      "         millrace token list --access-file access",
      "         millrace token revoke mailer --access-file access"
    })
final class TokenCommand {
  private static final String FILE =
      "The access file of the node. Default: $MILLRACE_ACCESS_FILE, as for `serve`.";

  private final Invocation invocation;

  TokenCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Command(
      name = "create",
      description = {
        "Makes a token for a principal and prints it, once. A principal that is there already gets",
        "a further token and further rules: so one token can take another's place."
      },
      footer = "Example: millrace token create mailer --allow 'enqueue /mail.*' > mailer.token")
  int create(
      @Parameters(paramLabel = "NAME", description = "Who will call.") String name,
      @Option(
              names = "--allow",
              paramLabel = "RULE",
              description = "What they may do. May be repeated.")
          @Nullable List<String> allow,
      @Option(
              names = "--expires-in",
              paramLabel = "D",
              converter = DurationConverter.class,
              description = "How long the token is good for. Default: for ever.")
          @Nullable Duration expiresIn,
      @Option(
              names = "--certificate-name",
              paramLabel = "NAME",
              description =
                  "Makes no token: who shows a certificate with this name is the principal.")
          @Nullable String certificate,
      @Option(names = "--access-file", paramLabel = "FILE", description = FILE)
          @Nullable Path file) {
    if (!AccessText.isName(name)) {
      throw Failure.usage(
          "a name has 1 to 64 letters, digits, '.', '_', '@' or '-', not '%s'".formatted(name));
    }
    var token =
        certificate == null ? Optional.of(Token.of(new SecureRandom())) : Optional.<String>empty();
    var expires =
        expiresIn == null
            ? Instant.MAX
            : Instant.now().plus(expiresIn).truncatedTo(ChronoUnit.SECONDS);
    var made = token.map(secret -> new TokenRecord(Token.hash(secret), expires));
    attempt(
        () -> {
          var rules = allow == null ? List.<Rule>of() : allow.stream().map(Rule::parse).toList();
          return AccessFile.change(
              file(file),
              access -> added(access, name, made, Optional.ofNullable(certificate), rules));
        });
    if (token.isPresent()) {
      invocation
          .output()
          .say(token.get(), new JsonObject().put("principal", name).put("token", token.get()));
    } else {
      invocation.note("%s is whoever shows a certificate with that name".formatted(name));
    }
    return ExitCode.OK.number();
  }

  private static Access added(
      Access access,
      String name,
      Optional<TokenRecord> token,
      Optional<String> certificate,
      List<Rule> rules) {
    var entries = new ArrayList<Entry>();
    var before = new Entry(name, List.of(), List.of(), List.of());
    for (var entry : access.entries()) {
      if (entry.name().equals(name)) {
        before = entry;
      } else {
        entries.add(entry);
      }
    }
    entries.add(
        new Entry(
            name,
            joined(before.tokens(), token.stream().toList()),
            joined(before.certificates(), certificate.stream().toList()),
            joined(before.rules(), rules)));
    return new Access(entries);
  }

  private static <T> List<T> joined(List<T> before, List<T> more) {
    var all = new ArrayList<>(before);
    more.stream().filter(one -> !before.contains(one)).forEach(all::add);
    return all;
  }

  @Command(
      name = "list",
      description = "Shows who may call, with what and to do what.",
      footer = "Example: millrace token list")
  int list(
      @Option(names = "--access-file", paramLabel = "FILE", description = FILE)
          @Nullable Path file) {
    var access = attempt(() -> AccessFile.read(file(file)));
    invocation.output().show(new EntryView(), access.entries());
    return ExitCode.OK.number();
  }

  @Command(
      name = "revoke",
      description = {
        "Takes a principal out of the file, with all its tokens and rules, or one token of it.",
        "A running server ends its calls within a second."
      },
      footer = "Example: millrace token revoke mailer")
  int revoke(
      @Parameters(paramLabel = "NAME", description = "Who may call no longer.") String name,
      @Option(
              names = "--id",
              paramLabel = "ID",
              description = "Only this token; `list` shows the ids.")
          @Nullable String id,
      @Option(names = "--access-file", paramLabel = "FILE", description = FILE)
          @Nullable Path file) {
    var _ = attempt(() -> AccessFile.change(file(file), access -> without(access, name, id)));
    invocation.note("revoked " + (id == null ? name : id + " of " + name));
    return ExitCode.OK.number();
  }

  private static Access without(Access access, String name, @Nullable String id) {
    var entries = new ArrayList<Entry>();
    var found = false;
    for (var entry : access.entries()) {
      if (!entry.name().equals(name)) {
        entries.add(entry);
        continue;
      }
      var tokens = entry.tokens().stream().filter(token -> !token.hash().id().equals(id)).toList();
      found = id == null || tokens.size() < entry.tokens().size();
      if (id != null) {
        entries.add(new Entry(name, tokens, entry.certificates(), entry.rules()));
      }
    }
    if (!found) {
      throw new Failure(
          ExitCode.NOTHING_THERE,
          "NOT_FOUND",
          id == null ? "there is no " + name : "%s has no token %s".formatted(name, id));
    }
    return new Access(entries);
  }

  private Path file(@Nullable Path given) {
    if (given != null) {
      return given;
    }
    return invocation
        .accessFile()
        .orElseThrow(() -> Failure.usage("--access-file or $MILLRACE_ACCESS_FILE names the file"));
  }

  private static <T> T attempt(Supplier<T> work) {
    try {
      return work.get();
    } catch (ConfigException e) {
      throw Failure.usage(String.valueOf(e.getMessage()));
    }
  }

  /** Shows principals. */
  private static final class EntryView implements View<Entry> {
    @Override
    public List<Column<Entry>> columns() {
      return List.of(
          Column.text("principal", Entry::name),
          Column.text("tokens", EntryView::tokens),
          Column.<Entry>text(
                  "certificates",
                  entry -> Spelling.printable(String.join(" ", entry.certificates())))
              .unlessEmpty(),
          Column.text("may", EntryView::rules));
    }

    private static String tokens(Entry entry) {
      return entry.tokens().stream().map(EntryView::token).collect(Collectors.joining(" "));
    }

    private static String token(TokenRecord token) {
      return token.expires().equals(Instant.MAX)
          ? token.hash().id()
          : token.hash().id() + " until " + token.expires();
    }

    private static String rules(Entry entry) {
      return entry.rules().stream().map(Rule::toString).collect(Collectors.joining("; "));
    }

    @Override
    public void write(Entry entry, JsonObject json) {
      json.put("principal", entry.name())
          .put("tokens", tokens(entry))
          .put("certificates", String.join(" ", entry.certificates()))
          .put("may", rules(entry));
    }
  }
}
