package dev.millrace.dist;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A document: its blocks that are to be tried, in order.
 *
 * @param unmarked the first lines of blocks without a mark
 */
record Page(List<Block> blocks, List<String> unmarked) {
  private static final Pattern FENCED =
      Pattern.compile(
          "(?:<!-- (run|serve|file) ?(\\S*) -->\\n)?```(\\w*)\\n(.*?)\\n```\\n", Pattern.DOTALL);

  static Page read(Path document) throws IOException {
    List<Block> blocks = new ArrayList<>();
    List<String> unmarked = new ArrayList<>();
    var fenced = FENCED.matcher(Files.readString(document));
    while (fenced.find()) {
      String text = fenced.group(4);
      Optional.ofNullable(fenced.group(1))
          .ifPresentOrElse(
              mark -> blocks.add(block(mark, fenced.group(2), text)),
              () -> unmarked.add(text.lines().findFirst().orElse("")));
    }
    return new Page(blocks, unmarked);
  }

  private static Block block(String mark, String name, String text) {
    return switch (mark) {
      case "serve" -> new Block.Server(Typed.readAll(text).getFirst());
      case "file" -> new Block.TextFile(name, text + "\n");
      default ->
          Typed.isShownIn(text) ? new Block.Session(Typed.readAll(text)) : new Block.Script(text);
    };
  }
}
