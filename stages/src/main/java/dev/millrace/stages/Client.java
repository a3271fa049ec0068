package dev.millrace.stages;

/**
 * Someone whose events a stage tells from those of others, to be fair between them. Made by {@link
 * QueueStage#client} and held by who offers events; the stage knows it only while events of it
 * wait. Two clients of one name are two.
 */
public final class Client<E> {
  private final String name;

  /** One for each class; guarded by the queue's owner. */
  final Turn<E>[] turns;

  /** What it got; guarded alike. */
  final Shares.Account account = new Shares.Account();

  @SuppressWarnings({"unchecked", "rawtypes"}) // an array of a generic type can't be made
  Client(String name, int classes) {
    this.name = name;
    this.turns = new Turn[classes];
    for (int i = 0; i < classes; i++) {
      turns[i] = new Turn<>();
    }
  }

  public String name() {
    return name;
  }
}
