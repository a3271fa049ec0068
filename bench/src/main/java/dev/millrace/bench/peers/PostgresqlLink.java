package dev.millrace.bench.peers;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import dev.millrace.bench.load.Session;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/**
 * A table of tasks, over the protocol of PostgreSQL, version 3. A lease is an update of the first
 * rows that nobody else has locked; every call is a transaction, and prepared.
 */
final class PostgresqlLink implements Link {
  private static final int PROTOCOL = 3 << 16;
  private static final int BIGINT = 20;
  private static final int TEXT = 25;
  private static final int BYTEA = 17;
  private static final int BYTEAS = 1001;
  private static final int BIGINTS = 1016;

  private static final List<String> TABLE =
      List.of(
          """
          CREATE TABLE IF NOT EXISTS tasks(id bigserial PRIMARY KEY, queue text NOT NULL,
          leased_until timestamptz, data bytea NOT NULL)\
          """,
          """
          CREATE INDEX IF NOT EXISTS ready ON tasks(queue, id) WHERE leased_until IS NULL\
          """);

  private static final String INSERT =
      "INSERT INTO tasks(queue, data) SELECT $1, one FROM unnest($2) one";
  private static final String LEASE =
      """
      UPDATE tasks SET leased_until = now() + interval '10 min' WHERE id = ANY(ARRAY(
      SELECT id FROM tasks WHERE queue = $1 AND leased_until IS NULL ORDER BY id LIMIT $2
      FOR UPDATE SKIP LOCKED)) RETURNING id, data\
      """;
  private static final String DELETE = "DELETE FROM tasks WHERE id = ANY($1)";

  private final OrderedWire<Answer> wire;

  private PostgresqlLink(OrderedWire<Answer> wire) {
    this.wire = wire;
  }

  static PostgresqlLink open(int port) throws IOException, InterruptedException {
    var raw = Wire.open(port);
    raw.send(new Output().int32(41).int32(PROTOCOL).text("user\0postgres\0database\0postgres\0\0"));
    Answer.read(raw.input()).orThrow();
    var link = new PostgresqlLink(OrderedWire.over(raw, Answer::read));
    for (String statement : TABLE) {
      link.query(statement);
    }
    link.parse("i", INSERT, TEXT, BYTEAS);
    link.parse("l", LEASE, TEXT, BIGINT);
    link.parse("d", DELETE, BIGINTS);
    return link;
  }

  private void query(String sql) throws IOException, InterruptedException {
    var request = new Output();
    message(request, 'Q', body -> body.text(sql).int8(0));
    wire.call(request).orThrow();
  }

  private void parse(String name, String sql, int... types)
      throws IOException, InterruptedException {
    var request = new Output();
    message(
        request,
        'P',
        body -> {
          body.text(name).int8(0).text(sql).int8(0).int16(types.length);
          for (int type : types) {
            body.int32(type);
          }
        });
    sync(request);
    wire.call(request).orThrow();
  }

  /** Binds a prepared statement to values, all in binary, and executes it. */
  private Answer execute(String name, int values, Consumer<Output> bind)
      throws IOException, InterruptedException {
    var request = new Output();
    message(
        request,
        'B',
        body -> {
          body.int8(0).text(name).int8(0).int16(1).int16(1).int16(values);
          bind.accept(body);
          body.int16(1).int16(1);
        });
    message(request, 'E', body -> body.int8(0).int32(0));
    sync(request);
    return wire.call(request).orThrow();
  }

  private static void sync(Output output) {
    message(output, 'S', _ -> {});
  }

  private static void message(Output output, char type, Consumer<Output> body) {
    output.int8(type);
    int place = output.length();
    output.int32(0);
    body.accept(output);
    output.int32At(place, output.length() - place);
  }

  private static void value(Output output, byte[] bytes) {
    output.int32(bytes.length).bytes(bytes);
  }

  private static void array(Output output, int type, int count, Consumer<Output> elements) {
    int place = output.length();
    output.int32(0).int32(1).int32(0).int32(type).int32(count).int32(1);
    elements.accept(output);
    output.int32At(place, output.length() - place - 4);
  }

  /** All tasks, of other queues too: nothing else is in the table. */
  @Override
  public void prepare(List<String> queues) throws IOException, InterruptedException {
    query("TRUNCATE tasks");
    query("CHECKPOINT");
  }

  @Override
  public Session session() {
    wire.addCaller();
    return new TableSession().onThreads();
  }

  @Override
  public void close() throws IOException {
    wire.close();
  }

  private final class TableSession implements BlockingSession {
    @Override
    public void enqueue(String queue, byte[] data, int tasks)
        throws IOException, InterruptedException {
      execute(
          "i",
          2,
          body -> {
            value(body, bytes(queue));
            array(
                body,
                BYTEA,
                tasks,
                elements -> {
                  for (int i = 0; i < tasks; i++) {
                    value(elements, data);
                  }
                });
          });
    }

    @Override
    public int leaseAndComplete(String queue, int tasksMax, Consumer<ByteString> worker)
        throws IOException, InterruptedException {
      var leased =
          execute(
              "l",
              2,
              body -> {
                value(body, bytes(queue));
                body.int32(8).int64(tasksMax);
              });
      // Updated rows come in no order that is promised.
      var rows = leased.rows().stream().sorted(Comparator.comparingLong(Row::id)).toList();
      if (rows.isEmpty()) {
        return 0;
      }
      rows.forEach(row -> worker.accept(row.data));
      execute(
          "d",
          1,
          body ->
              array(
                  body,
                  BIGINT,
                  rows.size(),
                  elements -> rows.forEach(row -> elements.int32(8).int64(row.id))));
      return rows.size();
    }

    private static byte[] bytes(String queue) {
      return queue.getBytes(StandardCharsets.UTF_8);
    }
  }

  /** A task that was leased. */
  private record Row(long id, ByteString data) {
    static Row read(Input input) throws IOException {
      input.skip(Short.BYTES + Integer.BYTES);
      long id = input.int64();
      byte[] data = input.bytes(input.int32());
      return new Row(id, UnsafeByteOperations.unsafeWrap(data));
    }
  }

  /**
   * All that comes until the server is ready again.
   *
   * @param problem empty if there was none
   */
  private record Answer(List<Row> rows, String problem) {
    static Answer read(Input input) throws IOException {
      var rows = new ArrayList<Row>();
      var problem = "";
      while (true) {
        int type = input.int8();
        int length = input.int32() - 4;
        switch (type) {
          case 'D' -> rows.add(Row.read(input));
          case 'E' -> problem = new String(input.bytes(length), StandardCharsets.UTF_8);
          case 'Z' -> {
            input.skip(length);
            return new Answer(rows, problem);
          }
          default -> input.skip(length);
        }
      }
    }

    Answer orThrow() throws IOException {
      if (!problem.isEmpty()) {
        throw new IOException("PostgreSQL said " + problem);
      }
      return this;
    }
  }
}
