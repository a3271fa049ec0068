package dev.millrace.cli;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.util.JsonFormat;
import dev.millrace.api.v1.GetPoliciesReply;
import dev.millrace.api.v1.GetPoliciesRequest;
import dev.millrace.api.v1.SetPoliciesRequest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Reads and replaces the policy document. */
@Command(
    name = "policy",
    description = {
      "Reads and replaces the policies of queues, one JSON document.",
      "The first policy whose pattern matches a queue's name holds for it, and it alone."
    },
    footer = {
      "Example: millrace policy get > policies.json",
      "         $EDITOR policies.json",
      "         millrace policy set policies.json",
      "",
      "A document:",
      "  {\"version\": 3, \"policies\": [{",
      "    \"queues\": {\"regex\": \"mail/.*\"}, \"maxAttempts\": 5, \"deadLetterQueue\":"
          + " \"mail.dead\",",
      "    \"backoff\": {\"initial\": \"1s\", \"factor\": 2, \"max\": \"600s\"},",
      "    \"rate\": {\"perSecond\": 100, \"burst\": 200}, \"maxLeased\": 50, \"maxTasks\":"
          + " 100000,",
      "    \"maxLeaseTime\": \"3600s\"}]}"
    })
final class PolicyCommand {
  private static final int DOCUMENT_BYTES_MAX = 16 << 20;

  private final Invocation invocation;

  PolicyCommand(Invocation invocation) {
    this.invocation = invocation;
  }

  @Command(
      name = "get",
      description = "Writes the document; it carries its version.",
      footer = "Example: millrace policy get > policies.json")
  int get() throws InvalidProtocolBufferException {
    try (var connection = invocation.connect()) {
      var document =
          connection.read(stub -> stub.getPolicies(GetPoliciesRequest.getDefaultInstance()));
      // The version stays visible in an empty document: that is what an edit starts from.
      var printer =
          JsonFormat.printer()
              .includingDefaultValueFields(
                  Set.copyOf(GetPoliciesReply.getDescriptor().getFields()));
      invocation
          .shell()
          .out()
          .println(
              (invocation.output().isJson() ? printer.omittingInsignificantWhitespace() : printer)
                  .print(document));
    }
    return ExitCode.OK.number();
  }

  @Command(
      name = "set",
      description = {
        "Replaces the document, if the server still has the version that it was made from.",
        "Exits with 4 (CONFLICT) when somebody else changed it since."
      },
      footer = "Example: millrace policy set policies.json")
  int set(
      @Parameters(index = "0", paramLabel = "FILE", description = "The document; - for the input.")
          String file,
      @Option(names = "--force", description = "Whatever version the server has.") boolean force) {
    var document = read(file);
    try (var connection = invocation.connect()) {
      var from =
          force
              ? connection
                  .read(stub -> stub.getPolicies(GetPoliciesRequest.getDefaultInstance()))
                  .getVersion()
              : document.getVersion();
      var request =
          SetPoliciesRequest.newBuilder()
              .setExpectedVersion(from)
              .addAllPolicies(document.getPoliciesList())
              .build();
      var version = replace(connection, request);
      invocation
          .output()
          .say(
              "policies are at version " + Long.toUnsignedString(version),
              new JsonObject().put("version", version));
    }
    return ExitCode.OK.number();
  }

  private static long replace(Connection connection, SetPoliciesRequest request) {
    try {
      return connection.change(stub -> stub.setPolicies(request)).getVersion();
    } catch (Failure failure) {
      throw failure.code().equals("CONFLICT")
          ? failure.withMessage(
              failure.getMessage() + "; take up its changes (policy get), or give --force")
          : failure;
    }
  }

  private GetPoliciesReply read(String file) {
    try (var source = Source.open(file, invocation.shell())) {
      var text = new String(source.in().readNBytes(DOCUMENT_BYTES_MAX), StandardCharsets.UTF_8);
      var document = GetPoliciesReply.newBuilder();
      JsonFormat.parser().merge(text, document);
      return document.build();
    } catch (InvalidProtocolBufferException e) {
      throw Failure.usage(
          "%s is not a policy document: %s".formatted(Source.name(file), e.getMessage()));
    } catch (IOException e) {
      throw new Failure(ExitCode.FAILED, "FILE", "can't read %s: %s".formatted(file, e));
    }
  }
}
