package io.awaken.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Halves of surrogate pairs in texts that enter. */
class WholeTextTest {

  private static final char[] CHARACTERS = {'a', 'ü', '\ud83d', '\ud83d', '\ude00', '\ude00'};

  @ParameterizedTest
  @CsvSource({
    "plain, plain",
    "\ud83d\ude00, \ud83d\ude00",
    "a\ud83d, a\ufffd",
    "\ude00a, \ufffda",
    "\ud83d\ud83d\ude00, \ufffd\ud83d\ude00",
    "\ude00\ud83d, \ufffd\ufffd"
  })
  void halvesOfPairsAreReplacedAndPairsStay(String text, String whole) {
    assertThat(WholeText.of(text)).isEqualTo(whole);
  }

  @Test
  void valuesAndNamesOfJsonAreWhole() {
    var given = JsonNodeFactory.instance.objectNode();
    given.putArray("\ud83d").add(1).add("x\ude00").addNull().add(true);
    var whole = JsonNodeFactory.instance.objectNode();
    whole.putArray("\ufffd").add(1).add("x\ufffd").addNull().add(true);

    assertThat(WholeText.of(given)).isEqualTo(whole);
  }

  @Test
  void aCutSplitsNoPair() {
    assertThat(WholeText.cut("a\ud83d\ude00b", 2)).isEqualTo("a");
    assertThat(WholeText.cut("a\ud83d\ude00b", 3)).isEqualTo("a\ud83d\ude00");
    assertThat(WholeText.cut("ab", 2)).isEqualTo("ab");
  }

  @Test
  void piecesJoinToTheSameTextWhereverTheyAreSplit() {
    for (int seed = 0; seed < 2_000; seed++) {
      var random = new Random(seed);
      var text = new StringBuilder();
      var joined = new StringBuilder();
      var pieces = new WholeCharacters();
      int parts = 1 + random.nextInt(5);
      for (int i = 0; i < parts; i++) {
        var piece = new StringBuilder();
        for (int j = random.nextInt(4); j > 0; j--) {
          piece.append(CHARACTERS[random.nextInt(CHARACTERS.length)]);
        }
        text.append(piece);
        String sent = pieces.next(piece.toString());
        assertThat(new String(sent.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8))
            .isEqualTo(sent);
        joined.append(sent);
      }
      joined.append(pieces.end());

      assertThat(joined.toString()).as("seed %d", seed).isEqualTo(WholeText.of(text.toString()));
    }
  }
}
