package dev.millrace.node.wire;

import dev.millrace.node.CommandPath;
import dev.millrace.node.CommandPath.Answer;
import dev.millrace.node.CommandPath.Durability;
import dev.millrace.queue.Command.GiveBack;
import dev.millrace.queue.Reply.Failed;
import dev.millrace.queue.Reply.Granted;
import dev.millrace.queue.TaskName;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a reply hands out, and how to take that back when nobody is there to receive it. */
record Grants(List<Grant> list) {
  private static final Logger log = LoggerFactory.getLogger(Grants.class);

  static final Grants NONE = new Grants(List.of());

  /** The tasks of one lease. */
  record Grant(int slot, GiveBack back) {}

  Grants {
    list = List.copyOf(list);
  }

  static Grants of(Answer answer, Granted granted) {
    if (granted.tasks().isEmpty()) {
      return NONE;
    }
    long lease = granted.tasks().getFirst().task().lease();
    List<TaskName> names =
        granted.tasks().stream()
            .map(leased -> new TaskName(leased.queue(), leased.task().pid()))
            .toList();
    return new Grants(List.of(new Grant(answer.slot(), new GiveBack(lease, names))));
  }

  /** Nobody waits for this; what isn't taken back now comes back when its lease expires. */
  void giveBack(CommandPath path) {
    for (Grant grant : list) {
      var _ =
          path.submit(
              grant.slot(),
              grant.back(),
              Durability.OS,
              Long.MAX_VALUE,
              answer -> {
                if (answer.reply() instanceof Failed(var problem)) {
                  log.debug(
                      "Left to expire slot={} lease={} cause={}",
                      grant.slot(),
                      grant.back().lease(),
                      problem.code());
                }
              });
    }
  }
}
