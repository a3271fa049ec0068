package dev.millrace.node.wire;

import static dev.millrace.node.wire.Messages.everywhere;
import static dev.millrace.node.wire.Messages.problemOf;
import static org.assertj.core.api.Assertions.assertThat;

import dev.millrace.api.v1.ErrorCode;
import dev.millrace.api.v1.GetPoliciesReply;
import dev.millrace.api.v1.GetPoliciesRequest;
import dev.millrace.api.v1.Policy;
import dev.millrace.api.v1.Queue;
import dev.millrace.api.v1.SetPoliciesRequest;
import dev.millrace.queue.Command;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PolicyCallTest {
  private static final Policy POLICY =
      Policy.newBuilder().setQueues(everywhere("mail")).setMaxAttempts(3).build();

  private final WireServer server = WireServer.start();

  @AfterEach
  void stop() {
    server.close();
  }

  @Test
  void documentIsReplacedWhenItsVersionIsTheExpectedOne() {
    var request = SetPoliciesRequest.newBuilder().addPolicies(POLICY).build();

    var set = server.client().setPolicies(request);
    var conflict = problemOf(() -> server.client().setPolicies(request));

    var document = server.client().getPolicies(GetPoliciesRequest.getDefaultInstance());
    assertThat(set.getVersion()).isEqualTo(1);
    assertThat(document.getVersion()).isEqualTo(1);
    assertThat(document.getPoliciesList()).containsExactly(POLICY);
    assertThat(conflict.getCode()).isEqualTo(ErrorCode.CONFLICT);
  }

  @Test
  void documentBelongsToTheFirstSlot() {
    server.client().setPolicies(SetPoliciesRequest.getDefaultInstance());
    server.client().getPolicies(GetPoliciesRequest.getDefaultInstance());

    assertThat(server.path.submitted(Command.SetPolicies.class))
        .extracting(DirectPath.Submitted::slot)
        .containsExactly(0);
    assertThat(server.path.submitted(Command.GetPolicies.class))
        .extracting(DirectPath.Submitted::slot)
        .containsExactly(0);
  }

  @Test
  void firstPolicyThatMatchesIsSaidToHoldForAQueue() {
    server
        .client()
        .setPolicies(
            SetPoliciesRequest.newBuilder()
                .addPolicies(Policy.newBuilder().setQueues(everywhere("other")))
                .addPolicies(POLICY)
                .addPolicies(Policy.newBuilder().setQueues(everywhere(".*l")))
                .build());

    assertThat(policiesFor("mail").getHolds()).isEqualTo(1);
    assertThat(policiesFor("nothing").hasHolds()).isFalse();
  }

  @Test
  void nameThatNoQueueCanHaveIsRefused() {
    assertThat(problemOf(() -> policiesFor("\n")).getCode()).isEqualTo(ErrorCode.INVALID);
  }

  private GetPoliciesReply policiesFor(String queue) {
    var request = GetPoliciesRequest.newBuilder().setQueue(Queue.newBuilder().setName(queue));
    return server.client().getPolicies(request.build());
  }

  @Test
  void badPolicyIsRefused() {
    var request = SetPoliciesRequest.newBuilder().addPolicies(Policy.getDefaultInstance()).build();

    var problem = problemOf(() -> server.client().setPolicies(request));

    assertThat(problem.getCode()).isEqualTo(ErrorCode.INVALID);
    assertThat(problem.getMessage()).startsWith("policy 0: ");
  }
}
