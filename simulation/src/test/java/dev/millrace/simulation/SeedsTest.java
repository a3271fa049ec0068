package dev.millrace.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

/**
 * The seeds of every build: the same ones each time, which also have to come across everything, and
 * others with each commit.
 */
class SeedsTest {
  private static final int SEEDS = 1000;

  @Test
  void seedsThatNeverChangePass() throws InterruptedException {
    CampaignResult result = run(CampaignConfig.of(1, SEEDS));

    assertThat(result.missed()).as("what never happened").isEmpty();
  }

  @Test
  void seedsOfThisCommitPass() throws IOException, InterruptedException {
    String source = commitOrDate();
    long first = Math.abs((long) source.hashCode()) * 1_000_000 + 1_000_000;
    System.out.printf("commit-derived seeds: source=%s first=%d%n", source, first);

    run(CampaignConfig.of(first, SEEDS));
  }

  private static CampaignResult run(CampaignConfig config) throws InterruptedException {
    var told = new ArrayList<String>();

    CampaignResult result = new Campaign(config, told::add).run();

    assertThat(result.failures()).as(String.join("\n", told)).isEmpty();
    System.out.println(
        String.join("\n", told.subList(told.size() - result.bars().size() - 1, told.size())));
    return result;
  }

  private static String commitOrDate() throws IOException, InterruptedException {
    try {
      Process git = new ProcessBuilder("git", "rev-parse", "HEAD").start();
      String commit =
          new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      if (git.waitFor() == 0 && !commit.isEmpty()) {
        return commit;
      }
    } catch (IOException _) {
      // There is no git here.
    }
    return LocalDate.now(ZoneOffset.UTC).toString();
  }
}
