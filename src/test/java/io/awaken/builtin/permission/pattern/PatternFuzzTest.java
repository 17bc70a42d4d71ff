package io.awaken.builtin.permission.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.awaken.fixture.Rows;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Fuzzes parser and matcher; a failure names the seed that reproduces it. */
@Rows({204, 205, 206})
class PatternFuzzTest {

  /** Takes a second; a hang takes for ever. */
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private static final int INPUTS = 50_000;
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private static final List<String> VALID =
      List.of(
          "read_file",
          "mcp__github__*",
          "*",
          "Tool(*)",
          "Bash(npm *)",
          "Bash(\"npm \\\" *\")",
          "Edit(file_path ~ \"src/**\", mode != 'x')",
          "Bash(command =~ \"(?i)rm|(a|b)*c{2,9}\")",
          "/mcp__(gh|gl)__.*/(a.b[*].c[0][\"d\"]? !=~ '^[a-z]+\\\\d$')");

  private static final String ALPHABET =
      "ab1_-.*+?|()[]{}^$\\/\"'`~!=<>,:; \t\n\0\u00e9\u4e2d\ud83d\ude00";

  private final long seed = System.nanoTime();
  private final Random random = new Random(seed);

  @Test
  void noTextHangsOrThrowsAnythingButTheTypedError() {
    int valid =
        assertTimeoutPreemptively(
            PATIENCE,
            () -> {
              int parsed = 0;
              for (int i = 0; i < INPUTS; i++) {
                parsed += survives(i % 2 == 0 ? mutated() : noise(random.nextInt(40))) ? 1 : 0;
              }
              return parsed;
            },
            () -> "seed " + seed);
    assertThat(valid).as("seed %d: patterns among the mutations", seed).isPositive();
  }

  @Test
  void deeplyNestedAndOverlongTextsAreRefusedOrParsed() {
    for (String piece : List.of("(", "[", "(?:", "a[*].", "\"", "\\", "(a*", "/", "?", "a{9}")) {
      for (String head : List.of("", "T(", "T(a =~ \"", "/")) {
        for (int times : new int[] {1, 10, 100, 500, 10_000}) {
          survives(head + piece.repeat(times));
          survives(head + piece.repeat(times) + ")".repeat(times));
        }
      }
    }
    for (String tail : List.of("){9}", ")*", ")+?", "){0,99}")) {
      survives("/" + "(".repeat(80) + "a" + tail.repeat(80) + "/");
    }
  }

  @Test
  void noArgumentsMakeMatchingThrow() {
    List<ToolCallPattern> patterns = VALID.stream().map(ToolCallPattern::parse).toList();
    for (int i = 0; i < INPUTS / 5; i++) {
      JsonNode arguments = json(6);
      for (ToolCallPattern pattern : patterns) {
        match(pattern, CallSubject.of(random.nextBoolean() ? "Bash" : noise(8), arguments));
      }
    }
  }

  @Test
  void argumentsNestedDeeperThanTheMapperWritesAreDeniedAndNotAllowed() {
    JsonNode deep = NODES.textNode("x");
    for (int i = 0; i < 5_000; i++) {
      deep = NODES.arrayNode().add(deep);
    }
    var call = CallSubject.of("T", NODES.objectNode().set("a", deep));
    assertThat(ToolCallPattern.parse("T(a ~ \"x\")").matches(call, Reading.RESTRICTING)).isTrue();
    assertThat(ToolCallPattern.parse("T(a ~ \"*\")").matches(call, Reading.PERMITTING)).isFalse();
  }

  /** Whether the text is a pattern, which is then matched, too. */
  private boolean survives(String text) {
    try {
      match(ToolCallPattern.parse(text), CallSubject.of("Bash", json(3)));
      return true;
    } catch (PatternException e) {
      assertThat(e.column()).as(text).isBetween(1, text.length() + 1);
      return false;
    } catch (RuntimeException | Error e) {
      return fail("seed " + seed + ": " + text, e);
    }
  }

  private void match(ToolCallPattern pattern, CallSubject call) {
    try {
      for (Reading reading : Reading.values()) {
        pattern.matches(call, reading);
      }
    } catch (RuntimeException | Error e) {
      fail("seed " + seed + ": " + pattern + " on " + call, e);
    }
  }

  private String mutated() {
    var text = new StringBuilder(VALID.get(random.nextInt(VALID.size())));
    for (int i = random.nextInt(4); i >= 0; i--) {
      int at = random.nextInt(text.length() + 1);
      switch (random.nextInt(4)) {
        case 0 -> text.insert(at, noise(1));
        case 1 -> text.delete(at, Math.min(text.length(), at + random.nextInt(4)));
        case 2 -> text.insert(at, VALID.get(random.nextInt(VALID.size())));
        default -> text.setLength(at);
      }
    }
    return text.toString();
  }

  private String noise(int length) {
    var text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
    }
    return text.toString();
  }

  private JsonNode json(int depth) {
    return switch (random.nextInt(depth > 0 ? 9 : 6)) {
      case 0 -> NODES.nullNode();
      case 1 -> NODES.booleanNode(random.nextBoolean());
      case 2 -> NODES.numberNode(random.nextDouble());
      case 3 -> NODES.numberNode(random.nextLong());
      case 4 -> NODES.missingNode();
      case 5 -> NODES.textNode(noise(random.nextInt(20)));
      case 6 -> {
        var list = NODES.arrayNode();
        for (int i = random.nextInt(4); i > 0; i--) {
          list.add(json(depth - 1));
        }
        yield list;
      }
      default -> {
        var object = NODES.objectNode();
        for (String name : List.of("a", "command", "file_path", "b", "c")) {
          if (random.nextBoolean()) {
            object.set(name, json(depth - 1));
          }
        }
        yield object;
      }
    };
  }
}
