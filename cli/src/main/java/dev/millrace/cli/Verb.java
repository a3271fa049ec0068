package dev.millrace.cli;

import java.util.Locale;

/**
 * The commands, in the order of the help text. A command's class is loaded when its name is given,
 * so that {@code --help} answers at once.
 */
enum Verb {
  SERVE("Run a server."),
  ENQUEUE("Put a task into a queue."),
  LEASE("Lease the most urgent tasks."),
  DONE("Remove a finished task, and hand over to the next stage."),
  RENEW("Make leases last longer."),
  RELEASE("Give a leased task back."),
  MOVE("Put a task under another queue or PID."),
  GET("Show one task."),
  PEEK("Look at tasks without leasing them."),
  QUEUES("List queues."),
  STATS("Show sizes and rates of queues."),
  TOP("Watch the busiest queues, full screen."),
  STAGES("Show what the server is doing."),
  PAUSE("Stop leases on a queue."),
  RESUME("Allow leases on a queue again."),
  DELETE("Delete queues with all their tasks."),
  POLICY("Read or replace the policies of queues."),
  REQUEUE("Put dead letters back into their queues."),
  LOAD("Enqueue the lines of a file."),
  EXPORT("Write the tasks of queues to a file."),
  IMPORT("Enqueue the tasks of such a file."),
  TOKEN("Say who may call a server, and do what."),
  CHECK("Verify a data directory."),
  BACKUP("Make a backup of a running server."),
  RESTORE("Make a data directory out of a backup."),
  SALVAGE("Save what can be read of a damaged data directory."),
  DEMO("Watch a small pipeline at work."),
  SIMULATE("Run the simulator."),
  BENCH("Measure a node against bars."),
  COMPLETION("Print what completes commands in a shell.");

  private final String summary;

  Verb(String summary) {
    this.summary = summary;
  }

  /** What is typed. */
  String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  String summary() {
    return summary;
  }

  Object command(Invocation invocation) {
    return switch (this) {
      case SERVE -> new ServeCommand(invocation);
      case ENQUEUE -> new EnqueueCommand(invocation);
      case LEASE -> new LeaseCommand(invocation);
      case DONE -> new DoneCommand(invocation);
      case RENEW -> new RenewCommand(invocation);
      case RELEASE -> new ReleaseCommand(invocation);
      case MOVE -> new MoveCommand(invocation);
      case GET -> new GetCommand(invocation);
      case PEEK -> new PeekCommand(invocation);
      case QUEUES -> new QueuesCommand(invocation);
      case STATS -> new StatsCommand(invocation);
      case TOP -> new TopCommand(invocation);
      case STAGES -> new StagesCommand(invocation);
      case PAUSE -> new PauseCommand(invocation);
      case RESUME -> new ResumeCommand(invocation);
      case DELETE -> new DeleteCommand(invocation);
      case POLICY -> new PolicyCommand(invocation);
      case REQUEUE -> new RequeueCommand(invocation);
      case LOAD -> new LoadCommand(invocation);
      case EXPORT -> new ExportCommand(invocation);
      case IMPORT -> new ImportCommand(invocation);
      case TOKEN -> new TokenCommand(invocation);
      case CHECK -> new CheckCommand(invocation);
      case BACKUP -> new BackupCommand(invocation);
      case RESTORE -> new RestoreCommand(invocation);
      case SALVAGE -> new SalvageCommand(invocation);
      case DEMO -> new DemoCommand(invocation);
      case SIMULATE -> new SimulateCommand(invocation);
      case BENCH -> new BenchCommand(invocation);
      case COMPLETION -> new CompletionCommand(invocation);
    };
  }
}
