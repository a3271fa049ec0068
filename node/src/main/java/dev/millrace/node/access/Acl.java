package dev.millrace.node.access;

import dev.millrace.node.access.Decision.Denied;
import dev.millrace.node.access.Decision.Permitted;
import dev.millrace.queue.Command;
import dev.millrace.queue.Command.Source;
import dev.millrace.queue.Condition;
import dev.millrace.queue.Element;
import dev.millrace.queue.NameScope;
import dev.millrace.queue.Problem;
import dev.millrace.queue.QueueName;
import dev.millrace.queue.Task;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What each command needs; the table of docs/security.md. A command on named queues is permitted
 * for all of them or denied; one on a pattern is narrowed to what its caller may meet.
 */
public final class Acl {
  private static final String SERVER = "the server itself needs `admin */*`";
  private static final String NO_QUEUE = "any queue";

  private Acl() {}

  /** A verb that is needed on a queue. */
  private record Need(Verb verb, QueueName queue) {}

  public static Decision decide(Principal principal, Command command) {
    return switch (command) {
      case Command.Update update -> update(principal, update);
      case Command.Lease lease -> lease(principal, lease);
      case Command.Get get -> all(principal, get, List.of(new Need(Verb.LIST, get.queue())));
      case Command.Peek peek -> all(principal, peek, List.of(new Need(Verb.LIST, peek.queue())));
      case Command.Survey survey -> survey(principal, survey);
      case Command.DeleteQueue(var queue, var request) ->
          all(
              principal,
              new Command.DeleteQueue(queue, principal.own(request)),
              List.of(new Need(Verb.DELETE, queue), new Need(Verb.LIST, queue)));
      case Command.DeleteMatching delete -> delete(principal, delete);
      case Command.Pause pause ->
          all(principal, pause, List.of(new Need(Verb.ADMIN, pause.queue())));
      case Command.RenewAll renewAll -> renewAll(principal, renewAll);
      case Command.GetPolicies policies -> server(principal, policies);
      case Command.SetPolicies policies -> server(principal, policies);
      // Nobody outside sends these.
      case Command.Rank _,
          Command.Show _,
          Command.Cancel _,
          Command.GiveBack _,
          Command.AdoptPolicies _,
          Command.Tick _ ->
          new Denied(principal, Verb.ADMIN, NO_QUEUE, Problem.NO_ELEMENT);
    };
  }

  /** Whether it may do what is about the server, and not about queues. */
  public static boolean administers(Principal principal) {
    return principal.scope(Verb.ADMIN).isAll();
  }

  public static Denied notAdministrator(Principal principal) {
    return new Denied(principal, Verb.ADMIN, SERVER, Problem.NO_ELEMENT);
  }

  private static Decision server(Principal principal, Command command) {
    return administers(principal) ? new Permitted(command) : notAdministrator(principal);
  }

  private static Decision all(Principal principal, Command command, List<Need> needs) {
    Denied denied = lacking(principal, needs, Problem.NO_ELEMENT);
    return denied == null ? new Permitted(command) : denied;
  }

  private static @Nullable Denied lacking(Principal principal, List<Need> needs, int element) {
    for (Need need : needs) {
      NameScope scope = principal.scope(need.verb());
      if (!scope.isAll() && !scope.has(need.queue())) {
        return new Denied(principal, need.verb(), need.queue().toString(), element);
      }
    }
    return null;
  }

  // ---- Updates

  private static Decision update(Principal principal, Command.Update update) {
    List<Element> elements = update.elements();
    for (int i = 0; i < elements.size(); i++) {
      Denied denied = lacking(principal, needs(elements.get(i)), i);
      if (denied != null) {
        return denied;
      }
    }
    return new Permitted(new Command.Update(elements, principal.own(update.request())));
  }

  private static List<Need> needs(Element element) {
    return switch (element) {
      case Element.Enqueue enqueue -> {
        Condition onlyIf = enqueue.onlyIf();
        Need put = new Need(Verb.ENQUEUE, enqueue.queue());
        yield onlyIf == null ? List.of(put) : List.of(put, new Need(Verb.LIST, onlyIf.queue()));
      }
      case Element.EnqueueAll all -> List.of(new Need(Verb.ENQUEUE, all.queue()));
      case Element.Dequeue dequeue -> taking(dequeue.queue(), dequeue.lease());
      case Element.Renew renew -> List.of(new Need(Verb.COMPLETE, renew.queue()));
      case Element.Release release -> List.of(new Need(Verb.COMPLETE, release.queue()));
      case Element.Move move -> {
        List<Need> needs = new ArrayList<>(taking(move.queue(), move.lease()));
        needs.add(new Need(Verb.ENQUEUE, move.toQueue()));
        yield needs;
      }
      case Element.Expect expect -> List.of(new Need(Verb.LIST, expect.queue()));
    };
  }

  /**
   * Without a lease a task is taken from whoever holds it, and the answer tells if it was there.
   */
  private static List<Need> taking(QueueName queue, long lease) {
    return lease == Task.NO_LEASE
        ? List.of(new Need(Verb.DELETE, queue), new Need(Verb.LIST, queue))
        : List.of(new Need(Verb.COMPLETE, queue));
  }

  // ---- Many queues

  private static Decision lease(Principal principal, Command.Lease lease) {
    NameScope scope = principal.scope(Verb.LEASE);
    return switch (lease.source()) {
      case Source.Queues(var queues) -> {
        List<Need> needs = queues.stream().map(queue -> new Need(Verb.LEASE, queue)).toList();
        yield all(principal, from(principal, lease, lease.source()), needs);
      }
      case Source.Matching(var names) ->
          isNowhere(scope)
              ? new Denied(principal, Verb.LEASE, NO_QUEUE, Problem.NO_ELEMENT)
              : new Permitted(from(principal, lease, new Source.Matching(names.within(scope))));
    };
  }

  private static Command.Lease from(Principal principal, Command.Lease lease, Source source) {
    return new Command.Lease(
        source,
        lease.maxTasks(),
        lease.leaseMillis(),
        lease.maxPid(),
        lease.waitMillis(),
        lease.holder(),
        principal.own(lease.request()));
  }

  private static Decision survey(Principal principal, Command.Survey survey) {
    NameScope scope = principal.scope(Verb.LIST);
    return isNowhere(scope)
        ? new Denied(principal, Verb.LIST, NO_QUEUE, Problem.NO_ELEMENT)
        : new Permitted(
            new Command.Survey(
                survey.names().within(scope),
                survey.minTasks(),
                survey.maxTasks(),
                survey.order(),
                survey.maxQueues(),
                survey.after(),
                survey.summed()));
  }

  private static Decision delete(Principal principal, Command.DeleteMatching delete) {
    NameScope scope = principal.scope(Verb.DELETE).and(principal.scope(Verb.LIST));
    return isNowhere(scope)
        ? new Denied(principal, Verb.DELETE, NO_QUEUE, Problem.NO_ELEMENT)
        : new Permitted(
            new Command.DeleteMatching(
                delete.names().within(scope),
                delete.expectedQueues(),
                delete.dryRun(),
                principal.own(delete.request())));
  }

  private static Decision renewAll(Principal principal, Command.RenewAll renewAll) {
    NameScope scope = principal.scope(Verb.COMPLETE);
    return isNowhere(scope)
        ? new Denied(principal, Verb.COMPLETE, NO_QUEUE, Problem.NO_ELEMENT)
        : new Permitted(
            new Command.RenewAll(
                renewAll.holder(), renewAll.leaseMillis(), renewAll.group(), scope));
  }

  private static boolean isNowhere(NameScope scope) {
    return scope.parts().isEmpty();
  }
}
