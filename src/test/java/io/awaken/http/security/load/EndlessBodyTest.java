package io.awaken.http.security.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.awaken.fixture.Allocation;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.Failures;
import io.awaken.http.json.NativeJsonBodies;
import io.awaken.http.security.RefusedException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** F37: a body without a length that never ends. */
class EndlessBodyTest {

  private static final long LIMIT = RequestLimits.DEFAULTS.bodyBytes();
  private static final byte[] HEAD = "{\"messages\":[".getBytes(StandardCharsets.UTF_8);
  private static final byte[] MESSAGE =
      "{\"role\":\"user\",\"content\":\"hello\"},".getBytes(StandardCharsets.UTF_8);

  record Body(List<Map<String, Object>> messages) {}

  @Test
  @Failures("F37")
  @Attacks("S26")
  void itIsRefusedAtTheLimitAtTheCostOfOneThatFits() {
    long bytes = Allocation.perCall(1, EndlessBodyTest::assertRefused);

    assertThat(bytes).isLessThan(64 * LIMIT);
  }

  private static void assertRefused() {
    var endless = new Endless();

    var refused = catchThrowableOfType(RefusedException.class, () -> read(endless));

    assertThat(refused.refusal().status()).isEqualTo(413);
    assertThat(endless.read).isLessThanOrEqualTo(LIMIT + (1 << 16));
  }

  @SuppressWarnings("unchecked")
  private static void read(InputStream body) throws IOException {
    Class<? extends Record> type = Body.class;
    var time = new BodyTime(Duration.ofHours(1), System::nanoTime);
    var place = new RequestGate(RequestLimits.DEFAULTS).enter();
    var limited = new LimitedBody(body, -1, RequestLimits.DEFAULTS, time, place);
    new NativeJsonBodies().readFrom((Class<Record>) type, type, null, null, null, limited);
  }

  private static final class Endless extends InputStream {
    private long read;

    @Override
    public int read() {
      long at = read++;
      return at < HEAD.length
          ? HEAD[(int) at]
          : MESSAGE[(int) ((at - HEAD.length) % MESSAGE.length)];
    }
  }
}
