package io.awaken.http.security.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.fixture.Attacks;
import io.awaken.fixture.Rows;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** S32: two of four requests may have outstanding bodies. */
@Rows(228)
class AwaitedBodiesTest {

  private static final RequestLimits LIMITS = new RequestLimits(4, 100, 3);

  private final RequestGate gate = new RequestGate(LIMITS);
  private final BodyTime time = new BodyTime(Duration.ofHours(1), System::nanoTime);

  @Test
  @Attacks("S32")
  void slowSendersLeaveHalfOfThePlacesToOthers() throws IOException {
    body(gate.enter(), 10, 0, 1).read();
    body(gate.enter(), -1, 0, 1).read();
    RequestGate.Place third = gate.enter();

    assertRefused(body(third, 10, 0, 1));
    third.leave();
    assertThat(gate.inside()).isEqualTo(2);
    assertThat(gate.enter()).isNotNull();
    assertThat(gate.enter()).isNotNull();
  }

  @Test
  @Attacks("S32")
  void anArrivedBodyIsReadHoweverManyAreAwaited() throws IOException {
    body(gate.enter(), 10, 0, 1).read();
    body(gate.enter(), 10, 0, 1).read();

    assertThat(body(gate.enter(), 5, 5).readAllBytes()).hasSize(5);
    assertThat(body(gate.enter(), 0).readAllBytes()).isEmpty();
  }

  @Test
  void anArrivedBodyReleasesItsPlace() throws IOException {
    LimitedBody announced = body(gate.enter(), 2, 0, 2);
    announced.read();
    announced.read();
    body(gate.enter(), -1, 0, 2).readAllBytes();

    assertTwoMayWait();
  }

  @Test
  void anAbandonedBodyReleasesItsPlace() throws IOException {
    RequestGate.Place answered = gate.enter();
    body(answered, 10, 0, 1).read();
    LimitedBody closed = body(gate.enter(), 10, 0, 1);
    closed.read();

    answered.leave();
    closed.close();
    assertTwoMayWait();
  }

  /** One server would read the rest before sending an answer. */
  @Test
  @Attacks("S32")
  void anAbandonedBodyIsNotReadToItsEnd() throws IOException {
    var rest = new Dribble(0, 1);
    var body = new LimitedBody(rest, 10, LIMITS, time, gate.enter());
    body.read();

    body.close();

    assertThat(rest.closed).isFalse();
  }

  @Test
  void aConnectionIsKeptUnlessTheRestOfABodyIsOutstanding() throws IOException {
    LimitedBody unread = body(gate.enter(), 10, 0, 10);
    LimitedBody here = body(gate.enter(), 10, 10);
    here.read();
    LimitedBody toCome = body(gate.enter(), 10, 4, 6);
    toCome.read();
    LimitedBody unknown = body(gate.enter(), -1, 10);
    unknown.read();

    assertThat(unread.leavesRest()).isFalse();
    assertThat(here.leavesRest()).isFalse();
    assertThat(toCome.leavesRest()).isTrue();
    assertThat(unknown.leavesRest()).isTrue();
  }

  @Test
  void theRestOfABodyIsDroppedBeforeTheAnswer() throws IOException {
    var slow = new Trickle(10);
    var body = new LimitedBody(slow, 10, LIMITS, time, gate.enter());
    body.read();

    assertThat(body.leavesRest()).isFalse();
    assertThat(slow.left).isZero();
  }

  @Test
  @Attacks("S32")
  void theRestOfATooLargeBodyIsNotAwaitedWhileOthersAre() throws IOException {
    body(gate.enter(), 10, 0, 1).read();
    body(gate.enter(), 10, 0, 1).read();
    var slow = new Trickle(10);
    slow.available();

    new LimitedBody(slow, 10, LIMITS, time, gate.enter()).dropRest();

    assertThat(slow.left).isEqualTo(10);
  }

  /** The second is one server's own read timeout. */
  @Test
  void aDisconnectedClientIsNotAServerFailureAndReleasesItsPlace() throws IOException {
    for (Exception failure :
        List.of(new IOException("reset by peer"), new NullPointerException())) {
      var body = new LimitedBody(new Broken(failure), 10, LIMITS, time, gate.enter());

      assertThatThrownBy(body::read)
          .isInstanceOfSatisfying(
              BodyRefused.class,
              e -> {
                assertThat(e.refusal().status()).isEqualTo(400);
                assertThat(e.refusal().code()).isEqualTo("body_incomplete");
                assertThat(e.refusal().message()).doesNotContain("peer");
              });
      assertThat(body.leavesRest()).isTrue();
      assertThat(gate.inside()).isZero();
    }
    assertTwoMayWait();
  }

  private void assertTwoMayWait() throws IOException {
    body(gate.enter(), 10, 0, 1).read();
    body(gate.enter(), 10, 0, 1).read();
  }

  private static void assertRefused(LimitedBody body) {
    assertThatThrownBy(body::read)
        .isInstanceOfSatisfying(
            BodyRefused.class,
            e -> {
              assertThat(e.refusal().status()).isEqualTo(503);
              assertThat(e.refusal().retryAfter()).isEqualTo(3);
            });
  }

  private LimitedBody body(RequestGate.Place place, long announced, int... parts) {
    return new LimitedBody(new Dribble(parts), announced, LIMITS, time, place);
  }

  /** Bytes in parts; only the first part arrives before a read blocks. */
  private static final class Dribble extends InputStream {

    private final int[] parts;
    private int part;
    private boolean closed;

    private Dribble(int... parts) {
      this.parts = parts;
    }

    @Override
    public int available() {
      return part == 0 && parts.length > 0 ? parts[0] : 0;
    }

    @Override
    public int read() {
      while (part < parts.length && parts[part] == 0) {
        part++;
      }
      if (part == parts.length) {
        return -1;
      }
      parts[part]--;
      return 1;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) {
      return Math.min(read(), 1);
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  /** A byte arrives for every other call. */
  private static final class Trickle extends InputStream {

    private int left;
    private boolean here;

    private Trickle(int bytes) {
      left = bytes;
    }

    @Override
    public int available() {
      here = !here;
      return here ? Math.min(left, 1) : 0;
    }

    @Override
    public int read() {
      return left-- > 0 ? 1 : -1;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) {
      return Math.min(read(), 1);
    }
  }

  private static final class Broken extends InputStream {

    private final Exception failure;

    private Broken(Exception failure) {
      this.failure = failure;
    }

    @Override
    public int read() throws IOException {
      if (failure instanceof IOException e) {
        throw e;
      }
      throw (RuntimeException) failure;
    }
  }
}
