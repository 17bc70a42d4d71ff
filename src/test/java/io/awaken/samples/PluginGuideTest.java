package io.awaken.samples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The guide shows what is compiled and tested here, and is read in a quarter of an hour. */
class PluginGuideTest {

  private static final Path EXCERPTS = Path.of("src/test/java/io/awaken/samples");
  private static final Path PROJECT =
      Path.of("src-it/samples/plugins/rate-limit/src/main/java/com/example/ratelimit");
  private static final Pattern CODE = Pattern.compile("(?s)```java\n(.*?)\n```");
  private static final Pattern CLASS = Pattern.compile("public (?:final )?(?:class|record) (\\w+)");

  /** Blocks and the table are looked at, not read word by word. */
  private static final Pattern NOT_READ = Pattern.compile("(?s)```.*?```|(?m)^\\|.*$");

  private static final int WORDS_OF_TEN_MINUTES = 2_000;

  static String guide() throws IOException {
    return Files.readString(Path.of("docs", "plugins.md"));
  }

  /** Where the guide's blocks of code are taken from. */
  static List<Path> sources() throws IOException {
    var sources = new ArrayList<Path>();
    for (String block : blocks()) {
      var name = CLASS.matcher(block);
      assertThat(name.find()).as("a block names its class").isTrue();
      String file = name.group(1) + ".java";
      Path excerpt = EXCERPTS.resolve(file);
      sources.add(Files.exists(excerpt) ? excerpt : PROJECT.resolve(file));
    }
    return sources;
  }

  private static List<String> blocks() throws IOException {
    List<String> blocks = CODE.matcher(guide()).results().map(block -> block.group(1)).toList();
    assertThat(blocks).hasSizeGreaterThanOrEqualTo(8);
    return blocks;
  }

  @Test
  void everyBlockOfCodeIsASampleAsItIs() throws IOException {
    List<Path> sources = sources();
    List<String> blocks = blocks();
    for (int i = 0; i < blocks.size(); i++) {
      assertThat(Files.readString(sources.get(i))).contains(blocks.get(i));
    }
  }

  @Test
  void theTextIsReadInTenMinutesAndLeavesFiveForCodeAndTables() throws IOException {
    String text = NOT_READ.matcher(guide()).replaceAll("");

    assertThat(text.split("\\s+")).hasSizeLessThan(WORDS_OF_TEN_MINUTES);
  }
}
