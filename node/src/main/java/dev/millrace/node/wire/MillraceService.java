package dev.millrace.node.wire;

import dev.millrace.api.v1.BackupReply;
import dev.millrace.api.v1.BackupRequest;
import dev.millrace.api.v1.BatchReply;
import dev.millrace.api.v1.BatchRequest;
import dev.millrace.api.v1.DeleteQueueReply;
import dev.millrace.api.v1.DeleteQueueRequest;
import dev.millrace.api.v1.GetPoliciesReply;
import dev.millrace.api.v1.GetPoliciesRequest;
import dev.millrace.api.v1.GetReply;
import dev.millrace.api.v1.GetRequest;
import dev.millrace.api.v1.LeaseReply;
import dev.millrace.api.v1.LeaseRequest;
import dev.millrace.api.v1.ListQueuesReply;
import dev.millrace.api.v1.ListQueuesRequest;
import dev.millrace.api.v1.MillraceGrpc;
import dev.millrace.api.v1.PauseQueueReply;
import dev.millrace.api.v1.PauseQueueRequest;
import dev.millrace.api.v1.PeekReply;
import dev.millrace.api.v1.PeekRequest;
import dev.millrace.api.v1.Queue;
import dev.millrace.api.v1.QueueFilter;
import dev.millrace.api.v1.RenewAllReply;
import dev.millrace.api.v1.RenewAllRequest;
import dev.millrace.api.v1.ResumeQueueReply;
import dev.millrace.api.v1.ResumeQueueRequest;
import dev.millrace.api.v1.SetPoliciesReply;
import dev.millrace.api.v1.SetPoliciesRequest;
import dev.millrace.api.v1.StagesReply;
import dev.millrace.api.v1.StagesRequest;
import dev.millrace.api.v1.StatsReply;
import dev.millrace.api.v1.StatsRequest;
import dev.millrace.api.v1.UpdateReply;
import dev.millrace.api.v1.UpdateRequest;
import dev.millrace.node.CommandPath;
import dev.millrace.node.CommandPath.Answer;
import dev.millrace.node.CommandPath.Durability;
import dev.millrace.node.keep.Backups;
import dev.millrace.node.wire.SurveyAdapter.Page;
import dev.millrace.queue.Command;
import dev.millrace.queue.Limits;
import dev.millrace.queue.QueueName;
import dev.millrace.queue.Reply;
import dev.millrace.stages.profile.Profile;
import io.grpc.stub.StreamObserver;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * The calls of the protocol. Each is adapted, sent down the command path, and answered from there.
 */
final class MillraceService extends MillraceGrpc.MillraceImplBase {
  /** The slot that keeps the policy document; the others follow it. */
  private static final int POLICY_SLOT = 0;

  private final CommandPath path;
  private final Limits limits;
  private final Backups backups;
  private final Streams streams;
  private final Profile profile;
  private final Gate gate;
  private final Calls calls;

  MillraceService(
      CommandPath path,
      Limits limits,
      Backups backups,
      Streams streams,
      Profile profile,
      Gate gate) {
    this.path = path;
    this.limits = limits;
    this.backups = backups;
    this.streams = streams;
    this.profile = profile;
    this.gate = gate;
    this.calls = new Calls(path, limits);
  }

  @Override
  public void update(UpdateRequest request, StreamObserver<UpdateReply> observer) {
    handle(observer, (call, caller) -> call.runs(calls.update(request, caller, call)));
  }

  @Override
  public void lease(LeaseRequest request, StreamObserver<LeaseReply> observer) {
    handle(observer, (call, caller) -> call.runs(calls.lease(request, caller, call)));
  }

  @Override
  public void batch(BatchRequest request, StreamObserver<BatchReply> observer) {
    handle(
        observer,
        (call, caller) -> {
          BatchCall.check(request);
          BatchCall batch = new BatchCall(path, request.getCallsCount(), call);
          call.runs(batch);
          batch.start(calls, request, caller);
        });
  }

  @Override
  public StreamObserver<BatchRequest> stream(StreamObserver<BatchReply> observer) {
    return StreamCall.of(path, calls, Caller.ofStream(gate, path), streams, observer);
  }

  // ---- Looking

  @Override
  public void get(GetRequest request, StreamObserver<GetReply> observer) {
    ask(
        observer,
        caller -> {
          Command.Get get = caller.permitted(Command.Get.class, LookAdapter.get(request));
          return Ask.of(path, get.queue().group(), get);
        },
        Reply.Found.class,
        LookAdapter::found);
  }

  @Override
  public void peek(PeekRequest request, StreamObserver<PeekReply> observer) {
    ask(
        observer,
        caller -> {
          Command.Peek peek = caller.permitted(Command.Peek.class, LookAdapter.peek(request));
          return Ask.of(path, peek.queue().group(), peek);
        },
        Reply.Peeked.class,
        (answer, peeked) -> LookAdapter.peeked(answer, peeked, request.getWithoutData(), limits));
  }

  @Override
  public void listQueues(ListQueuesRequest request, StreamObserver<ListQueuesReply> observer) {
    handle(
        observer,
        (call, caller) -> survey(request.getFilter(), false, SurveyAdapter::queues, call, caller));
  }

  @Override
  public void stats(StatsRequest request, StreamObserver<StatsReply> observer) {
    handle(
        observer,
        (call, caller) -> survey(request.getFilter(), true, SurveyAdapter::stats, call, caller));
  }

  private <R> void survey(
      QueueFilter filter, boolean summed, Function<Page, R> adapt, Recipient<R> to, Caller caller) {
    long skip = SurveyAdapter.skip(filter);
    Command.Survey survey =
        caller.permitted(Command.Survey.class, SurveyAdapter.command(filter, summed));
    if (skip == 0) {
      new SurveyCall<>(survey, adapt, to).start(path, caller);
    } else {
      new RankCall<>(path, caller, survey, skip, adapt, to).start();
    }
  }

  // ---- Whole queues

  @Override
  public void deleteQueue(DeleteQueueRequest request, StreamObserver<DeleteQueueReply> observer) {
    handle(
        observer,
        (call, caller) -> {
          Durability durability = RequestAdapter.durability(request.getDurability());
          Command delete = caller.permitted(Command.class, DeleteAdapter.command(request));
          if (!request.getDryRun()) {
            audit(call, caller, "DeleteQueue", AuditWords.of(request));
          }
          if (delete instanceof Command.DeleteMatching matching
              && matching.names().group() == null) {
            new DeleteCall(path, caller, matching, durability, call).start();
          } else {
            String group =
                request.hasQueue()
                    ? request.getQueue().getGroup()
                    : request.getPattern().getGroup();
            answer(
                call,
                caller,
                Ask.of(path, group, delete, durability),
                Reply.Deleted.class,
                (_, deleted) -> DeleteAdapter.reply(request, deleted));
          }
        });
  }

  @Override
  public void pauseQueue(PauseQueueRequest request, StreamObserver<PauseQueueReply> observer) {
    ask(
        observer,
        "PauseQueue",
        AuditWords.of(request.getQueue()),
        caller ->
            pause(caller, request.hasQueue(), request.getQueue(), true, request.getDurability()),
        Reply.Paused.class,
        (answer, paused) ->
            PauseQueueReply.newBuilder()
                .setWasPaused(paused.wasPaused())
                .setWitness(RequestAdapter.witness(answer))
                .build());
  }

  @Override
  public void resumeQueue(ResumeQueueRequest request, StreamObserver<ResumeQueueReply> observer) {
    ask(
        observer,
        "ResumeQueue",
        AuditWords.of(request.getQueue()),
        caller ->
            pause(caller, request.hasQueue(), request.getQueue(), false, request.getDurability()),
        Reply.Paused.class,
        (answer, paused) ->
            ResumeQueueReply.newBuilder()
                .setWasPaused(paused.wasPaused())
                .setWitness(RequestAdapter.witness(answer))
                .build());
  }

  private Ask pause(
      Caller caller,
      boolean present,
      Queue queue,
      boolean paused,
      dev.millrace.api.v1.Durability durability) {
    QueueName name = QueueAdapter.name(present, queue);
    Command.Pause pause = caller.permitted(Command.Pause.class, new Command.Pause(name, paused));
    return Ask.of(path, name.group(), pause, RequestAdapter.durability(durability));
  }

  @Override
  public void renewAll(RenewAllRequest request, StreamObserver<RenewAllReply> observer) {
    handle(observer, (call, caller) -> new RenewAllCall(call).start(path, caller, request));
  }

  // ---- Policies

  @Override
  public void getPolicies(GetPoliciesRequest request, StreamObserver<GetPoliciesReply> observer) {
    ask(
        observer,
        caller ->
            new Ask(
                POLICY_SLOT,
                caller.permitted(Command.GetPolicies.class, PolicyAdapter.command(request)),
                Durability.FSYNC),
        Reply.Policies.class,
        (_, policies) -> PolicyAdapter.reply(request, policies.document()));
  }

  @Override
  public void setPolicies(SetPoliciesRequest request, StreamObserver<SetPoliciesReply> observer) {
    ask(
        observer,
        "SetPolicies",
        AuditWords.of(request),
        caller ->
            new Ask(
                POLICY_SLOT,
                caller.permitted(Command.SetPolicies.class, PolicyAdapter.command(request)),
                Durability.FSYNC),
        Reply.Policies.class,
        (_, policies) ->
            SetPoliciesReply.newBuilder().setVersion(policies.document().version()).build());
  }

  // ---- The server itself

  @Override
  public void stages(StagesRequest request, StreamObserver<StagesReply> observer) {
    handle(
        observer,
        (call, caller) -> {
          caller.checkAdministrates();
          call.reply(
              StagesAdapter.reply(request, profile, System.currentTimeMillis(), System.nanoTime()));
        });
  }

  @Override
  public void backup(BackupRequest request, StreamObserver<BackupReply> observer) {
    handle(
        observer,
        (call, caller) -> {
          caller.checkAdministrates();
          audit(call, caller, "Backup", "all");
          backups.ask(
              outcome ->
                  call.attempt(
                      () -> {
                        switch (outcome) {
                          case Backups.Made made -> call.reply(BackupAdapter.reply(made));
                          case Backups.Failed(var problem) -> call.problem(problem);
                        }
                      }));
        });
  }

  // ---- The way down and back

  private <R> void handle(StreamObserver<R> observer, BiConsumer<UnaryCall<R>, Caller> work) {
    UnaryCall<R> call = UnaryCall.of(path, observer);
    call.attempt(() -> work.accept(call, Caller.current(gate)));
  }

  /** Has an act of administration, which is permitted, noted with its outcome. */
  private static void audit(UnaryCall<?> call, Caller caller, String name, String what) {
    call.tellOutcome(
        outcome -> caller.audit().done(caller.principal(), caller.address(), name, what, outcome));
  }

  /** One command, one slot, one reply. */
  private <R, T extends Reply> void ask(
      StreamObserver<R> observer,
      Function<Caller, Ask> ask,
      Class<T> kind,
      BiFunction<Answer, T, R> adapt) {
    handle(observer, (call, caller) -> answer(call, caller, ask.apply(caller), kind, adapt));
  }

  /** The same, noted as an act of administration. */
  private <R, T extends Reply> void ask(
      StreamObserver<R> observer,
      String name,
      String what,
      Function<Caller, Ask> ask,
      Class<T> kind,
      BiFunction<Answer, T, R> adapt) {
    handle(
        observer,
        (call, caller) -> {
          Ask asked = ask.apply(caller);
          audit(call, caller, name, what);
          answer(call, caller, asked, kind, adapt);
        });
  }

  private <R, T extends Reply> void answer(
      UnaryCall<R> call, Caller caller, Ask ask, Class<T> kind, BiFunction<Answer, T, R> adapt) {
    var _ =
        ask.submit(
            path,
            caller,
            answer ->
                call.attempt(() -> call.reply(adapt.apply(answer, Replies.of(answer, kind)))));
  }
}
