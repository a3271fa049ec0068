package dev.millrace.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import org.junit.jupiter.api.Test;

class JsonObjectTest {
  @Test
  void fieldsKeepTheirOrder() {
    var json =
        new JsonObject()
            .put("queue", "mail")
            .put("tasks", 7)
            .put("share", 0.5)
            .put("paused", false)
            .put("rates", new JsonObject().put("done", 1));

    assertThat(json)
        .hasToString(
            "{\"queue\":\"mail\",\"tasks\":7,\"share\":0.5,\"paused\":false,"
                + "\"rates\":{\"done\":1}}");
  }

  @Test
  void bytesAreTextOrMarkedBase64() {
    var json =
        new JsonObject()
            .put("pid", ByteString.copyFromUtf8("grüße"))
            .put("data", ByteString.fromHex("00ff10"));

    assertThat(json).hasToString("{\"pid\":\"grüße\",\"data_base64\":\"AP8Q\"}");
  }

  @Test
  void textIsEscaped() {
    assertThat(new JsonObject().put("a", "\"\\\n\r\t\u0000\u001b\u0085\u202E😀"))
        .hasToString("{\"a\":\"\\\"\\\\\\n\\r\\t\\u0000\\u001b\\u0085\\u202e😀\"}");
  }

  @Test
  void numbersAreUnsignedAndFinite() {
    assertThat(new JsonObject().put("a", -1L).put("b", Double.NaN))
        .hasToString("{\"a\":18446744073709551615,\"b\":null}");
  }

  @Test
  void nothingIsAnObjectToo() {
    assertThat(new JsonObject()).hasToString("{}");
  }
}
