package dev.millrace.cli;

import dev.millrace.api.v1.Durability;
import dev.millrace.api.v1.Element;
import dev.millrace.api.v1.UpdateRequest;
import java.util.ArrayList;
import java.util.List;

/** One atomic change: sends its elements and shows what became of each. */
final class Update {
  private Update() {}

  static int send(Invocation invocation, Durability durability, Element... elements) {
    var request =
        UpdateRequest.newBuilder()
            .addAllElements(List.of(elements))
            .setDurability(durability)
            .build();
    try (var connection = invocation.connect()) {
      var reply = connection.change(stub -> stub.update(request));
      var outcomes = new ArrayList<Outcome>();
      for (var i = 0; i < reply.getResultsCount(); i++) {
        outcomes.add(Outcome.of(elements[i], reply.getResults(i)));
      }
      invocation.output().show(new Outcome.OutcomeView(), outcomes);
    }
    return ExitCode.OK.number();
  }
}
