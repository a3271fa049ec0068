package dev.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

class GlobalOptionsTest {
  @Test
  void serverIsOnThisMachineUnlessTold() {
    assertThat(options("").server()).hasToString("127.0.0.1:7411");
    assertThat(options("there:80").server()).hasToString("there:80");
    assertThat(options("there:80", "--server", "here:81").server()).hasToString("here:81");
  }

  @Test
  void wrongVariableIsNamedWhenItIsNeeded() {
    var options = options("there:port");

    assertThat(options.group()).isEmpty();
    assertThatThrownBy(options::server)
        .isInstanceOf(Failure.class)
        .hasMessageStartingWith("MILLRACE_SERVER: ");
  }

  private static GlobalOptions options(String serverVariable, String... arguments) {
    var options = new GlobalOptions(Map.of("MILLRACE_SERVER", serverVariable));
    new CommandLine(CommandSpec.create()).addMixin("options", options).parseArgs(arguments);
    return options;
  }
}
