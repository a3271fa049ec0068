package dev.millrace.node.wire;

import dev.millrace.api.v1.UpdateReply;
import dev.millrace.api.v1.UpdateRequest;
import dev.millrace.node.CommandPath.Answer;
import dev.millrace.queue.Command;
import dev.millrace.queue.Element;
import dev.millrace.queue.Limits;
import dev.millrace.queue.QueueException;
import dev.millrace.queue.Reply;
import java.util.ArrayList;
import java.util.List;

/** Updates. */
final class UpdateAdapter {
  private UpdateAdapter() {}

  /**
   * @param trace of enqueues that have none of their own; may be empty
   */
  static Command.Update command(UpdateRequest request, Limits limits, String trace) {
    RequestAdapter.checkListed("elements", request.getElementsCount(), limits.elementsMax());
    var adapter = new ElementAdapter(limits, trace);
    List<Element> elements = new ArrayList<>(request.getElementsCount());
    for (int i = 0; i < request.getElementsCount(); i++) {
      try {
        elements.add(adapter.element(request.getElements(i)));
      } catch (QueueException e) {
        throw new QueueException(e.problem().at(i));
      }
    }
    return new Command.Update(
        elements, RequestAdapter.id(request.hasRequest(), request.getRequest()));
  }

  /** How many elements it counts as. */
  static int size(UpdateRequest request) {
    int size = 0;
    for (var element : request.getElementsList()) {
      size += element.hasEnqueueAll() ? element.getEnqueueAll().getDataCount() : 1;
    }
    return size;
  }

  static UpdateReply reply(Answer answer, Reply.Updated updated) {
    UpdateReply.Builder reply = UpdateReply.newBuilder().setWitness(RequestAdapter.witness(answer));
    updated.results().forEach(result -> reply.addResults(ResultAdapter.result(result)));
    return reply.build();
  }
}
