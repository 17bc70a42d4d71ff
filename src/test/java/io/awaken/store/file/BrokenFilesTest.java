package io.awaken.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.run.ThreadId;
import io.awaken.core.store.StoreUnavailable;
import io.awaken.fixture.Rows;
import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that cannot be written, must not be written, or were broken outside of the process. */
@Rows(165)
class BrokenFilesTest extends FileFolderBed {

  @Test
  void changesRejectedByTheDiskStayInvisibleUntilTheyAreStored() throws IOException {
    var stores = open();
    Files.createDirectories(folder());
    Files.writeString(folder().resolve("runs"), "in the way");

    assertThatThrownBy(() -> begun(stores)).isInstanceOf(StoreUnavailable.class);
    assertThatThrownBy(() -> stores.runs().find(RUN)).isInstanceOf(StoreUnavailable.class);
    assertThatThrownBy(() -> stores.mailbox().due(10)).isInstanceOf(StoreUnavailable.class);

    Files.delete(folder().resolve("runs"));
    assertThat(stores.runs().find(RUN)).isPresent();
    assertThat(open().runs().find(RUN)).isPresent();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a/b", "a\\b", "..", "a..b", "../../etc/passwd", "a\u0000b"})
  void anIdOutsideTheFolderIsRefusedAndNothingIsWritten(String id) {
    var stores = open();

    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> stores.threads().create(new ThreadId(ANN.tenant(), id), ANN, null, null, null));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> stores.mailbox().submit(submission(id, "r-1")));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> stores.mailbox().submit(submission("t-1", id)));
    assertThat(stores.threads().find(THREAD)).isEmpty();
    assertThat(folder()).doesNotExist();
  }

  @Test
  void aHalfWrittenFileOfADeadProcessIsNotRead() throws IOException {
    var stores = open();
    stores.runCommit().finish(begun(stores).fence(), last(), answered());
    Files.writeString(folder().resolve("messages/t-1.json.new"), "{\"messa");
    Files.writeString(folder().resolve("threads/t-2.json.new"), "{");

    assertThat(open().threads().history(THREAD)).hasSize(1);
  }

  @Test
  void anUnreadableFileIsNamedWithoutItsContent() throws IOException {
    begun(open());
    Files.writeString(folder().resolve("messages/t-1.json"), "{\"messages\": [secret");

    assertThatIllegalStateException()
        .isThrownBy(this::open)
        .withMessageContaining("t-1.json cannot be read")
        .withMessageNotContaining("secret");
  }
}
