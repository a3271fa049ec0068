package dev.millrace.bench.peers;

import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** The methods and frames of AMQP 0-9-1 that a queue needs. A method is its class and number. */
final class Amqp {
  static final int START = 10 << 16 | 10;
  static final int START_OK = 10 << 16 | 11;
  static final int TUNE = 10 << 16 | 30;
  static final int TUNE_OK = 10 << 16 | 31;
  static final int OPEN = 10 << 16 | 40;
  static final int OPEN_OK = 10 << 16 | 41;
  static final int CHANNEL_OPEN = 20 << 16 | 10;
  static final int CHANNEL_OPEN_OK = 20 << 16 | 11;
  static final int DECLARE = 50 << 16 | 10;
  static final int DECLARE_OK = 50 << 16 | 11;
  static final int DELETE = 50 << 16 | 40;
  static final int DELETE_OK = 50 << 16 | 41;
  static final int QOS = 60 << 16 | 10;
  static final int QOS_OK = 60 << 16 | 11;
  static final int CONSUME = 60 << 16 | 20;
  static final int CONSUME_OK = 60 << 16 | 21;
  static final int PUBLISH = 60 << 16 | 40;
  static final int DELIVER = 60 << 16 | 60;
  static final int ACK = 60 << 16 | 80;
  static final int CONFIRM = 85 << 16 | 10;
  static final int CONFIRM_OK = 85 << 16 | 11;

  private static final int METHOD = 1;
  private static final int HEADER = 2;
  private static final int BODY = 3;
  private static final int END = 0xCE;
  private static final int BASIC = 60;
  private static final int HAS_DELIVERY_MODE = 1 << 12;
  private static final int PERSISTENT = 2;

  private Amqp() {}

  static void method(Output output, int channel, int method, Consumer<Output> arguments) {
    frame(
        output,
        METHOD,
        channel,
        payload -> {
          payload.int32(method);
          arguments.accept(payload);
        });
  }

  /** What follows {@link #PUBLISH}: a persistent message. */
  static void content(Output output, int channel, byte[] data) {
    frame(
        output,
        HEADER,
        channel,
        payload ->
            payload
                .int16(BASIC)
                .int16(0)
                .int64(data.length)
                .int16(HAS_DELIVERY_MODE)
                .int8(PERSISTENT));
    frame(output, BODY, channel, payload -> payload.bytes(data));
  }

  private static void frame(Output output, int type, int channel, Consumer<Output> payload) {
    output.int8(type).int16(channel);
    int place = output.length();
    output.int32(0);
    payload.accept(output);
    output.int32At(place, output.length() - place - 4);
    output.int8(END);
  }

  static void shortText(Output output, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    output.int8(bytes.length).bytes(bytes);
  }

  static void longText(Output output, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    output.int32(bytes.length).bytes(bytes);
  }

  /** Whether a frame has a method; the others carry what was announced by one. */
  static boolean isMethod(int type) {
    return type == METHOD;
  }

  static boolean isBody(int type) {
    return type == BODY;
  }
}
