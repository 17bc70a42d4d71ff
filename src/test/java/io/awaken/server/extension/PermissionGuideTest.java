package io.awaken.server.extension;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.awaken.builtin.permission.PermissionRules;
import io.awaken.builtin.permission.pattern.ToolCallPattern;
import io.awaken.config.NamedFile;
import io.awaken.fixture.Rows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of {@code docs/permissions.md} are valid. */
@Rows({204, 205, 208})
class PermissionGuideTest {

  private static final Pattern YAML = Pattern.compile("```yaml[^\n]*\n(.*?)```", Pattern.DOTALL);
  private static final Pattern SPAN = Pattern.compile("`([^`]+)`");

  @TempDir private Path folder;
  private String guide;

  @BeforeEach
  void readGuide() throws IOException {
    guide = Files.readString(Path.of("docs/permissions.md"));
  }

  @Test
  void theFileAndTheSectionOfTheGuideAreValid() throws IOException {
    List<String> blocks = YAML.matcher(guide).results().map((MatchResult m) -> m.group(1)).toList();
    assertThat(blocks).hasSize(2);

    assertThat(PermissionRules.parse(document(blocks.get(0))).rules()).hasSize(3);
    ObjectNode agent = document(blocks.get(1));
    assertThat(PermissionRules.parse(agent.at("/sections/permission")).rules()).hasSize(5);
  }

  @Test
  void everyPatternOfTheGuideIsValid() {
    String table = guide.substring(guide.indexOf("| pattern |"), guide.indexOf("| operator |"));
    var patterns = new ArrayList<String>();
    for (String row : table.lines().skip(2).filter(line -> line.startsWith("|")).toList()) {
      SPAN.matcher(cell(row)).results().forEach(span -> patterns.add(span.group(1)));
    }
    assertThat(patterns).hasSizeGreaterThan(10);
    patterns.forEach(ToolCallPattern::parse);
  }

  /** The first cell; a bar within it is escaped with a backslash. */
  private static String cell(String row) {
    return row.replace("\\|", "\u0000").split("\\|", 3)[1].replace('\u0000', '|');
  }

  private ObjectNode document(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("rules.yaml"), text);
    return NamedFile.read(file.toString(), "example").root();
  }
}
