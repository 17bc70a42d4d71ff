package io.awaken.core.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MessageLogTest {

  private static final Message FIRST = Message.user("m1", "first");
  private static final Message SECOND = Message.user("m2", "second");

  @Test
  void snapshotsDoNotGrow() {
    var log = new MessageLog(List.of(FIRST));
    List<Message> before = log.now();

    log.append(List.of(SECOND));

    assertThat(before).containsExactly(FIRST);
    assertThat(log.now()).containsExactly(FIRST, SECOND);
    assertThat(log.size()).isEqualTo(2);
  }

  @Test
  void aLongConversationKeepsItsOrder() {
    var log = new MessageLog(List.of(FIRST));
    var expected = new ArrayList<>(List.of(FIRST));
    List<List<Message>> taken = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      Message next = Message.user("m" + i, "text " + i);
      log.append(List.of(next));
      expected.add(next);
      taken.add(log.now());
    }

    assertThat(log.now()).isEqualTo(expected);
    assertThat(taken.get(499)).isEqualTo(expected.subList(0, 501));
  }

  @Test
  void itsListsCannotBeModified() {
    var log = new MessageLog();
    log.append(List.of(FIRST));
    List<Message> now = log.now();

    assertThatThrownBy(() -> now.add(SECOND)).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> now.set(0, SECOND)).isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> now.get(1)).isInstanceOf(IndexOutOfBoundsException.class);
  }
}
