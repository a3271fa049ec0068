package dev.millrace.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import dev.millrace.api.v1.GetRequest;
import dev.millrace.api.v1.ListQueuesRequest;
import dev.millrace.api.v1.QueueFilter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests in addresses. */
class QueryTest {
  private static Message read(String target, Message prototype) {
    return QueryMessage.read(Query.of(target).parameters(), prototype);
  }

  @Test
  void bytesAreWrittenAsTheyAre() {
    var get =
        (GetRequest) read("/v1/task?queue=a%2Fb+c&pid=%00%ffx", GetRequest.getDefaultInstance());
    assertThat(get.getQueue().getName()).isEqualTo("a/b c");
    assertThat(get.getPid()).isEqualTo(ByteString.fromHex("00ff78"));
  }

  @Test
  void fieldsOfPartsHaveTheirOwnNames() {
    var list =
        (ListQueuesRequest)
            read(
                "/v1/queues?regex=a.*&all_groups=true&sort=TASKS&page_size=5",
                ListQueuesRequest.getDefaultInstance());
    assertThat(list.getFilter().getPattern().getRegex()).isEqualTo("a.*");
    assertThat(list.getFilter().getPattern().getAllGroups()).isTrue();
    assertThat(list.getFilter().getSort()).isEqualTo(QueueFilter.Sort.TASKS);
    assertThat(list.getFilter().getPageSize()).isEqualTo(5);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "?queue=a&queue=b",
        "?quee=a",
        "?queue=%f",
        "?queue=%zz",
        "?queue=%",
        "?queue=%ff",
        "?queue=é"
      })
  void whatIsWrittenWrongIsRefused(String parameters) {
    assertThatThrownBy(() -> read("/v1/task" + parameters, GetRequest.getDefaultInstance()))
        .isInstanceOf(BadRequestException.class);
  }
}
