package io.awaken.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.Attacks;
import io.awaken.fixture.Rows;
import io.awaken.rpc.StdioProcess.ErrorLines;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

@Rows(1076)
class ErrorLinesTest {

  @Test
  @Attacks("S43")
  void controlCharactersAndBlankLinesAreRemoved() {
    assertThat(lines("one\r\n\n \u001b[31mtwo\u0007\nthree"))
        .containsExactly("one", "[31mtwo", "three");
  }

  @Test
  void lengthAndNumberOfLinesAreBounded() {
    assertThat(lines("x".repeat(10_000))).containsExactly("x".repeat(2_000) + " ...");
    assertThat(lines("y\n".repeat(5_000))).hasSize(ErrorLines.MAX_LINES);
  }

  private static List<String> lines(String text) {
    List<String> lines = new ArrayList<>();
    new ErrorLines(lines::add)
        .read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    return lines;
  }
}
