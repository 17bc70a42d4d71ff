package io.awaken.http.stream.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.awaken.fixture.Allocation;
import io.awaken.http.stream.FrameFormat;
import io.awaken.http.stream.StreamSettings;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a write allocates beside its frame, and the buffer of a response. */
class WriteAllocationTest {

  private static final int WRITES = 20_000;

  /** The output of a response that is always ready and forgets what it takes. */
  private static class Output extends ServletOutputStream {
    private long taken;

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void setWriteListener(WriteListener listener) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void write(int b) {
      taken++;
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
      taken += length;
    }
  }

  /** The outputs of Payara, one within the other. */
  private static final class PayaraOutput extends Output {
    private final Catalina ob = new Catalina();
  }

  private static final class Catalina {
    private final Grizzly grizzlyOutputBuffer = new ServerGrizzly();
  }

  private static class Grizzly {
    private int bufferSize = 8_192;
  }

  private static final class ServerGrizzly extends Grizzly {}

  @ParameterizedTest
  @CsvSource({"200, 50", "1000, 50"})
  void framesOfTokensAreWrittenWithoutNewMemory(int bytes, long most) throws Exception {
    var output = new Output();
    var feed = new FrameFeed("tokens", 1 << 20, end -> {});
    var writer =
        new StreamWriter(
            output,
            feed,
            FrameFormat.SSE,
            StreamSettings.Times.DEFAULTS,
            InstantSource.system(),
            end -> {});
    feed.start(writer::pump);
    writer.onWritePossible();
    byte[] frame = new byte[bytes];
    long before = output.taken;
    feed.send(frame);

    assertThat(output.taken - before).isEqualTo(bytes);
    assertThat(Allocation.leastPerCall(WRITES, () -> feed.send(frame))).isLessThan(most);
  }

  @Test
  void writesPassTheBufferOfPayaraBy() {
    var output = new PayaraOutput();

    ResponseBuffer.passBy(output);

    assertThat(output.ob.grizzlyOutputBuffer.bufferSize).isZero();
  }

  @Test
  void theOutputOfAnotherServerStaysAsItIs() {
    assertThatCode(() -> ResponseBuffer.passBy(new Output())).doesNotThrowAnyException();
  }
}
