package dev.millrace.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Duration;
import com.google.protobuf.Message;
import com.google.protobuf.Timestamp;
import com.google.protobuf.util.JsonFormat;
import dev.millrace.api.v1.LeaseRequest;
import dev.millrace.api.v1.Policy;
import dev.millrace.api.v1.RequestId;
import dev.millrace.api.v1.UpdateRequest;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** JSON that is read as protobuf defines it, and JSON that isn't read. */
class JsonReadingTest {
  private static Message read(String text, Message prototype) {
    return JsonReading.read(text.getBytes(UTF_8), prototype);
  }

  @Test
  void everyRequestIsReadAsTheLibraryWritesIt() throws Exception {
    var random = new Random(7);
    for (Rpc rpc : Rpc.all()) {
      for (int i = 0; i < 200; i++) {
        Message message = randomMessage(rpc.request(), random, 4);
        assertThat(read(JsonFormat.printer().print(message), rpc.request())).isEqualTo(message);
        assertThat(read(JsonWriting.text(message), rpc.request())).isEqualTo(message);
      }
    }
  }

  private static Message randomMessage(Message prototype, Random random, int depth) {
    Message.Builder builder = prototype.newBuilderForType();
    for (FieldDescriptor field : prototype.getDescriptorForType().getFields()) {
      int times = depth == 0 ? 0 : random.nextInt(3);
      for (int i = 0; i < times; i++) {
        Object value = randomValue(builder, field, random, depth);
        if (field.isRepeated()) {
          builder.addRepeatedField(field, value);
        } else {
          builder.setField(field, value);
        }
      }
    }
    return builder.build();
  }

  private static Object randomValue(
      Message.Builder builder, FieldDescriptor field, Random random, int depth) {
    return switch (field.getJavaType()) {
      case INT -> random.nextInt();
      case LONG -> random.nextLong();
      case FLOAT -> random.nextFloat();
      case DOUBLE -> random.nextBoolean() ? random.nextGaussian() : Double.POSITIVE_INFINITY;
      case BOOLEAN -> random.nextBoolean();
      case STRING -> "a<\"\\é\uD83D\uDE00\u0001" + random.nextInt(9);
      case BYTE_STRING -> {
        byte[] bytes = new byte[random.nextInt(5)];
        random.nextBytes(bytes);
        yield ByteString.copyFrom(bytes);
      }
      case ENUM ->
          field
              .getEnumType()
              .getValues()
              .get(random.nextInt(field.getEnumType().getValues().size()));
      case MESSAGE -> {
        var type = field.getMessageType();
        if (type.equals(Duration.getDescriptor())) {
          yield Duration.newBuilder().setSeconds(random.nextInt(99)).setNanos(1).build();
        }
        yield type.equals(Timestamp.getDescriptor())
            ? Timestamp.newBuilder().setSeconds(random.nextInt(99)).setNanos(5000).build()
            : randomMessage(
                builder.newBuilderForField(field).getDefaultInstanceForType(), random, depth - 1);
      }
    };
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"max_tasks": 1.0}                 | maxTasks as a number with a point
          {"maxTasks": "1"}                  | the other name, and a text
          {"max_tasks": 1e0, "queues": null} | null is nothing
          """)
  void numbersAndNamesMayBeWrittenInSeveralWays(String text, String why) {
    assertThat(read(text, LeaseRequest.getDefaultInstance()))
        .as(why)
        .isEqualTo(LeaseRequest.newBuilder().setMaxTasks(1).build());
  }

  @Test
  void bytesAreBase64OfEitherAlphabet() {
    var expected = LeaseRequest.newBuilder().setMaxPid(ByteString.fromHex("fbff")).build();
    assertThat(read("{\"max_pid\":\"+/8=\"}", LeaseRequest.getDefaultInstance()))
        .isEqualTo(expected);
    assertThat(read("{\"max_pid\":\"-_8\"}", LeaseRequest.getDefaultInstance()))
        .isEqualTo(expected);
  }

  @Test
  void numbersAreWholeAndFit() {
    assertThat(read("{\"sequence\":18446744073709551615}", RequestId.getDefaultInstance()))
        .isEqualTo(RequestId.newBuilder().setSequence(-1).build());
    for (String wrong :
        new String[] {
          "18446744073709551616", "-1", "1.5", "1e999999999", "\"x\"", "true", "[]", "9".repeat(99)
        }) {
      refuses("{\"sequence\":%s}".formatted(wrong), RequestId.getDefaultInstance(), "$.sequence");
    }
    refuses("{\"max_attempts\":4294967296}", Policy.getDefaultInstance(), "a whole number");
    refuses("{\"max_lease_time\":\"soon\"}", Policy.getDefaultInstance(), "a length of time");
    refuses("{\"rate\":{\"per_second\":1e999}}", Policy.getDefaultInstance(), "$.rate.per_second");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"elements":[{"enqueue":{"quue":{}}}]}    | no such field at line 1 column 32 path $.elements[0].enqueue.quue
          {"elements":[{"enqueue":{},"renew":{}}]}  | there is enqueue already
          {"elements":[],"elements":[]}             | twice
          {"elements":[null]}                       | BEGIN_OBJECT
          {"elements":[                             | too early
          {"elements":[]}}                          | $
          {} {}                                     | $
          {elements:[]}                             | not JSON
          {"durability":"SOON"}                     | one of DURABILITY_UNSPECIFIED, FSYNC, OS
          {"request":{"client":"\\ud800"}}          | a text
          {"request":{"client":7}}                  | a text
          []                                        | BEGIN_OBJECT
          nonsense                                  | not JSON
          """)
  void refusalSaysWhere(String text, String where) {
    refuses(text, UpdateRequest.getDefaultInstance(), where);
  }

  @Test
  void deepNestingIsRefusedWhereItBegins() {
    refuses("{\"elements\":" + "[".repeat(100_000), UpdateRequest.getDefaultInstance(), "$.elem");
  }

  @Test
  void textMustBeUtf8() {
    assertThatThrownBy(
            () ->
                JsonReading.read(
                    new byte[] {'{', '"', (byte) 0xff, '"', '}'},
                    UpdateRequest.getDefaultInstance()))
        .isInstanceOf(BadRequestException.class)
        .hasMessageContaining("UTF-8");
  }

  private static void refuses(String text, Message prototype, String reason) {
    assertThatThrownBy(() -> read(text, prototype))
        .isInstanceOf(BadRequestException.class)
        .hasMessageContaining(reason);
  }
}
