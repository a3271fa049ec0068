package dev.millrace.bench.peers;

import dev.millrace.bench.MillraceContender;
import dev.millrace.bench.load.Contender;
import dev.millrace.bench.load.Contender.Setting;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Who takes part: a server that is installed, and how to make a contender of it.
 *
 * @param isJava so that it is compiled while it runs
 */
record Entrant(
    String name, boolean isJava, Predicate<Setting> has, Function<Setting, Contender> contender) {
  static Entrant millrace(List<String> serve) {
    return new Entrant(
        "millrace", true, _ -> true, setting -> new MillraceContender(setting, serve));
  }

  static Entrant of(Peer peer, Program program) {
    return new Entrant(
        peer.name(),
        false,
        setting -> peer.has(setting, program.version()),
        setting -> new PeerContender(peer, program, setting));
  }
}
