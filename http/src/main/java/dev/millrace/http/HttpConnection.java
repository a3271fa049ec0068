package dev.millrace.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.Message;
import dev.millrace.api.v1.StagesRequest;
import dev.millrace.api.v1.StatsReply;
import dev.millrace.api.v1.StatsRequest;
import dev.millrace.http.CallUnderWay.Outcome;
import dev.millrace.http.CallUnderWay.Outcome.Failed;
import dev.millrace.http.CallUnderWay.Outcome.Replied;
import dev.millrace.http.Head.Judgement;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.netty.buffer.Unpooled;
import io.grpc.netty.shaded.io.netty.channel.Channel;
import io.grpc.netty.shaded.io.netty.channel.ChannelHandlerContext;
import io.grpc.netty.shaded.io.netty.channel.ChannelInboundHandlerAdapter;
import io.grpc.netty.shaded.io.netty.handler.codec.http.DefaultHttpContent;
import io.grpc.netty.shaded.io.netty.handler.codec.http.DefaultHttpResponse;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpContent;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpRequest;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpResponseStatus;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpUtil;
import io.grpc.netty.shaded.io.netty.handler.codec.http.HttpVersion;
import io.grpc.netty.shaded.io.netty.handler.codec.http.LastHttpContent;
import io.grpc.netty.shaded.io.netty.util.ReferenceCountUtil;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A connection and what it is doing. One request at a time: what is sent behind it waits. As long
 * as nothing is, the connection is read from, so that its end is noticed and the call under way
 * cancelled.
 */
final class HttpConnection extends ChannelInboundHandlerAdapter implements LiveStats.Listener {
  private static final Logger log = LoggerFactory.getLogger(HttpConnection.class);

  private final Surroundings around;
  private final Channel channel;
  private State state = new State.Idle();
  private @Nullable ScheduledFuture<?> timer;
  private @Nullable ManagedChannel calls;

  /** Read while a request was being answered: no more than the socket had at once. */
  private final ArrayDeque<Object> waiting = new ArrayDeque<>();

  private boolean hasWholeRequest = true;
  private boolean isEnding;
  private long unwritableNanos;

  /** What a connection is doing. */
  private sealed interface State {
    /** Waiting for the head of a request. */
    record Idle() implements State {}

    record Receiving(Head head, Asker asker, boolean staysOpen, Body body) implements State {}

    record Calling(CallUnderWay call) implements State {}

    record Writing() implements State {}

    record Listening(LiveStats.Question question) implements State {}

    /** Throws away what is still sent after a refusal, so that the refusal is read. */
    record Discarding() implements State {}

    record Closed() implements State {}
  }

  HttpConnection(Surroundings around, Channel channel) {
    this.around = around;
    this.channel = channel;
  }

  @Override
  public void channelActive(ChannelHandlerContext ctx) {
    around.open().add(this);
    arm(around.config().times().idle());
  }

  void close() {
    var _ = channel.close();
  }

  /** The server stops: what is under way is answered, and then the connection is closed. */
  void end() {
    isEnding = true;
    switch (state) {
      case State.Calling _, State.Writing _, State.Closed _ -> {}
      case State.Idle _, State.Receiving _, State.Listening _, State.Discarding _ -> close();
    }
  }

  // ---- What comes in

  @Override
  public void channelRead(ChannelHandlerContext ctx, Object message) {
    waiting.add(message);
    takeWaiting();
  }

  private void takeWaiting() {
    while (!waiting.isEmpty() && takesMore()) {
      take(waiting.remove());
    }
    channel.config().setAutoRead(waiting.isEmpty());
  }

  private boolean takesMore() {
    return switch (state) {
      case State.Idle _, State.Receiving _, State.Discarding _, State.Closed _ -> true;
      case State.Calling _, State.Writing _, State.Listening _ -> false;
    };
  }

  private void take(Object message) {
    switch (state) {
      case State.Idle _ -> head(message);
      case State.Receiving receiving -> part(receiving, message);
      case State.Discarding _ -> discard(message);
      case State.Calling _, State.Writing _, State.Listening _, State.Closed _ ->
          ReferenceCountUtil.release(message);
    }
  }

  private void head(Object message) {
    if (!(message instanceof HttpRequest request)) {
      // The end of a body that was refused, or nothing of ours.
      ReferenceCountUtil.release(message);
      return;
    }
    hasWholeRequest = false;
    switch (Head.judge(request, around)) {
      case Judgement.Refused(var answer) -> refuse(answer);
      case Judgement.Taken(var head) -> {
        var body = new Body(around.bodies(), head.bodyBytesMax());
        var asker = Asker.of(channel.remoteAddress(), request.headers());
        state = new State.Receiving(head, asker, HttpUtil.isKeepAlive(request), body);
        arm(around.config().times().body());
        if (HttpUtil.is100ContinueExpected(request)) {
          var _ = channel.writeAndFlush(Answer.goOn(), channel.voidPromise());
        }
      }
    }
  }

  private void part(State.Receiving receiving, Object message) {
    if (!(message instanceof HttpContent part)) {
      ReferenceCountUtil.release(message);
      close();
      return;
    }
    try {
      hasWholeRequest = part instanceof LastHttpContent;
      if (part.decoderResult().isFailure()) {
        refuse(Answer.refusal(HttpResponseStatus.BAD_REQUEST, "the body is sent in a wrong way"));
        return;
      }
      switch (receiving.body.add(part.content())) {
        case TOO_LARGE -> refuse(Head.tooLarge(receiving.head.bodyBytesMax()));
        case NO_ROOM -> refuse(Busy.bodies());
        case TAKEN -> {
          if (hasWholeRequest) {
            byte[] body = receiving.body.bytes();
            receiving.body.close();
            state = new State.Writing();
            serve(receiving, body);
          }
        }
      }
    } finally {
      part.release();
    }
  }

  private void discard(Object message) {
    boolean isLast = message instanceof LastHttpContent;
    ReferenceCountUtil.release(message);
    if (isLast) {
      close();
    }
  }

  // ---- What is done about it

  private void serve(State.Receiving request, byte[] body) {
    try {
      switch (request.head.route()) {
        case Route.Call(var rpc) -> call(request, rpc, JsonReading.read(body, rpc.request()));
        case Route.Look(var rpc) -> call(request, rpc, look(request, rpc));
        case Route.Live(var rpc) -> listen(request, rpc);
        case Route.Health() -> write(Answer.json("{\"status\":\"alive\"}"), request.staysOpen);
        case Route.Ready() -> write(Busy.readiness(around.view()), request.staysOpen);
        case Route.Metrics(var permission, var totals) -> metrics(request, permission, totals);
        case Route.Description() ->
            write(Answer.json(around.description().text()), request.staysOpen);
        case Route.Csrf() -> write(around.csrf().answer(), request.staysOpen);
        case Route.File(var file) -> write(file.answer(request.head.headers()), request.staysOpen);
      }
    } catch (BadRequestException e) {
      write(
          Answer.refusal(HttpResponseStatus.BAD_REQUEST, String.valueOf(e.getMessage())),
          request.staysOpen);
    }
  }

  private static Message look(State.Receiving request, Rpc rpc) {
    return QueryMessage.read(request.head.query().parameters(), rpc.request());
  }

  private void call(State.Receiving request, Rpc rpc, Message message) {
    start(request, rpc, message, outcome -> answer(request, outcome));
  }

  private void start(
      State.Receiving request, Rpc rpc, Message message, Consumer<Outcome> reaction) {
    disarm();
    var call =
        CallUnderWay.start(
            calls(),
            rpc,
            message,
            request.asker.metadata(),
            channel.eventLoop(),
            outcome -> ended(outcome, request, reaction));
    state = new State.Calling(call);
  }

  private void ended(Outcome outcome, State.Receiving request, Consumer<Outcome> reaction) {
    if (state instanceof State.Calling) {
      reaction.accept(outcome);
    } else if (outcome instanceof Replied(var reply)) {
      GiveBack.start(reply, request.asker, around, channel.eventLoop());
    }
  }

  private void answer(State.Receiving request, Outcome outcome) {
    switch (outcome) {
      case Replied(var reply) ->
          write(Answer.reply(reply), request.staysOpen, reply, request.asker);
      case Failed(var answer) -> write(answer, request.staysOpen);
    }
  }

  private void metrics(State.Receiving request, Rpc permission, Rpc totals) {
    start(
        request,
        permission,
        StagesRequest.getDefaultInstance(),
        outcome -> {
          switch (outcome) {
            case Replied _ ->
                start(request, totals, Route.Metrics.ALL, stats -> metrics(request, stats));
            case Failed(var answer) -> write(answer, request.staysOpen);
          }
        });
  }

  /** A node that is too busy to count its tasks still shows that it is. */
  private void metrics(State.Receiving request, Outcome stats) {
    Optional<StatsReply> totals =
        stats instanceof Replied(var reply) ? Optional.of((StatsReply) reply) : Optional.empty();
    String text = around.view().metrics(totals, around.open().use());
    write(Answer.text(Answer.METRICS, text), request.staysOpen);
  }

  private ManagedChannel calls() {
    ManagedChannel open = calls == null ? around.channels().get() : calls;
    calls = open;
    return open;
  }

  // ---- Live statistics

  private void listen(State.Receiving request, Rpc rpc) {
    if (around.live().isFull()) {
      write(Busy.listeners(), request.staysOpen);
      return;
    }
    var asked = (StatsRequest) look(request, rpc);
    var question = LiveStats.Question.of(rpc, asked, request.asker);
    start(
        request,
        rpc,
        question.request(),
        outcome -> {
          switch (outcome) {
            case Replied(var first) -> listen(question, first);
            case Failed(var answer) -> write(answer, request.staysOpen);
          }
        });
  }

  private void listen(LiveStats.Question question, Message first) {
    var response = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
    Answer.harden(response, Answer.EVENTS);
    HttpUtil.setTransferEncodingChunked(response, true);
    var _ = channel.write(response, channel.voidPromise());
    state = new State.Listening(question);
    around.live().add(question, this);
    event(LiveStats.event(new Replied(first)));
  }

  @Override
  public void event(String text) {
    if (channel.isWritable()) {
      unwritableNanos = 0;
      var _ =
          channel.writeAndFlush(
              new DefaultHttpContent(Unpooled.copiedBuffer(text, UTF_8)), channel.voidPromise());
    } else if (unwritableNanos == 0) {
      unwritableNanos = System.nanoTime();
    } else if (System.nanoTime() - unwritableNanos > around.config().times().write().toNanos()) {
      // Events in between were left out; one who reads nothing for so long isn't there.
      close();
    }
  }

  // ---- What goes out

  private void refuse(Answer answer) {
    if (state instanceof State.Receiving receiving) {
      receiving.body.close();
    }
    state = new State.Writing();
    write(answer, false);
  }

  private void write(Answer answer, boolean staysOpen) {
    write(answer, staysOpen, StagesRequest.getDefaultInstance(), new Asker("", ""));
  }

  /**
   * @param reply whose tasks go back if the answer can't be written
   */
  private void write(Answer answer, boolean staysOpen, Message reply, Asker asker) {
    boolean goesOn = staysOpen && !isEnding;
    state = new State.Writing();
    arm(around.config().times().write());
    var _ =
        channel
            .writeAndFlush(answer.message(goesOn))
            .addListener(
                written -> {
                  if (!written.isSuccess()) {
                    GiveBack.start(reply, asker, around, channel.eventLoop());
                    close();
                  } else if (goesOn && !isEnding) {
                    idle();
                  } else if (hasWholeRequest) {
                    close();
                  } else {
                    state = new State.Discarding();
                    arm(around.config().times().discard());
                    takeWaiting();
                  }
                });
  }

  private void idle() {
    state = new State.Idle();
    arm(around.config().times().idle());
    takeWaiting();
  }

  // ---- Its end

  private void arm(Duration time) {
    disarm();
    timer = channel.eventLoop().schedule(this::late, time.toNanos(), TimeUnit.NANOSECONDS);
  }

  private void disarm() {
    if (timer != null) {
      timer.cancel(false);
    }
    timer = null;
  }

  private void late() {
    if (state instanceof State.Receiving) {
      refuse(Answer.refusal(HttpResponseStatus.REQUEST_TIMEOUT, "the body took too long"));
    } else {
      close();
    }
  }

  @Override
  public void channelInactive(ChannelHandlerContext ctx) {
    switch (state) {
      case State.Receiving receiving -> receiving.body.close();
      case State.Calling calling -> calling.call.cancel();
      case State.Listening listening -> around.live().remove(listening.question, this);
      case State.Idle _, State.Writing _, State.Discarding _, State.Closed _ -> {}
    }
    state = new State.Closed();
    disarm();
    waiting.forEach(ReferenceCountUtil::release);
    waiting.clear();
    if (calls != null) {
      calls.shutdownNow();
    }
    around.open().remove(this);
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
    // A connection that breaks is nothing to tell; a defect is.
    if (cause instanceof RuntimeException) {
      log.warn("A connection was closed: state={}", state.getClass().getSimpleName(), cause);
    }
    close();
  }
}
