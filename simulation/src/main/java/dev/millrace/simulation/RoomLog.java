package dev.millrace.simulation;

import dev.millrace.queue.Room;
import java.util.ArrayDeque;

/**
 * Passes on the question for room, and remembers the answers, so that {@link ShadowSlots} gets the
 * same.
 */
final class RoomLog implements Room {
  private final Room room;
  private final ArrayDeque<Answer> answers = new ArrayDeque<>();
  private boolean refused;

  RoomLog(Room room) {
    this.room = room;
  }

  /** Forgets all answers. */
  void begin() {
    answers.clear();
    refused = false;
  }

  @Override
  public Answer tryTake(int bytes, Kind kind) {
    Answer taken = room.tryTake(bytes, kind);
    answers.add(taken);
    refused |= taken != Answer.TAKEN;
    return taken;
  }

  /** Whether a step found no room since the beginning. */
  boolean refused() {
    return refused;
  }

  /** Gives the same answers in the same order. */
  Answer replay(int bytes, Kind kind) {
    Answer answer = answers.poll();
    if (answer == null) {
      throw new Violation(
          "C2", "the same commands made a step more: %d bytes, %s".formatted(bytes, kind));
    }
    return answer;
  }

  void checkReplayed() {
    if (!answers.isEmpty()) {
      throw new Violation("C2", "the same commands made %d steps less".formatted(answers.size()));
    }
  }
}
