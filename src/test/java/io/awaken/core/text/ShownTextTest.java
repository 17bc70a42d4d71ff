package io.awaken.core.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.BesideOthers;
import io.awaken.fixture.Rows;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Rows(1131)
@BesideOthers
class ShownTextTest {

  @ParameterizedTest
  @ValueSource(
      ints = {
        0, 7, 0x1b, 0x7f, 0x9b, 0xad, 0x61c, 0x200b, 0x200e, 0x200f, 0x202a, 0x202e, 0x2066, 0x2069,
        0x2060, 0x3164, 0xfeff, 0xfffa, 0xe0041, 0xe0100
      })
  void aCharacterThatIsHiddenOrReordersOthersIsDropped(int hidden) {
    String text = "a" + Character.toString(hidden) + "b";

    assertThat(ShownText.of(text)).isEqualTo("ab");
    assertThat(ShownText.isShown(text)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "a\n\tb", "Grüße", "שלום", "می\u200cخواهم", "👩\u200d🚀", "☂\ufe0f", "\u0600"})
  void scriptsAndEmojiStay(String text) {
    assertThat(ShownText.of(text)).isEqualTo(text);
    assertThat(ShownText.isShown(text)).isTrue();
  }

  @Test
  void hiddenCharactersCanBeEscapedInstead() {
    assertThat(ShownText.escaped("a\u202eb\u2028c" + Character.toString(0xe0041) + "d\n\u200ce"))
        .isEqualTo("a\\u202eb\\u2028c\\udb40\\udc41d\n\u200ce");
  }

  @Test
  void allLineBreaksBecomeLineFeeds() {
    assertThat(ShownText.of("a\r\nb\rc\u2028d\u2029e\u0085f")).isEqualTo("a\nb\nc\nd\ne\nf");
    assertThat(ShownText.of(null)).isNull();
  }
}
