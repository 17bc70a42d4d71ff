package io.awaken.http.security.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.Rows;
import io.awaken.http.security.Refusal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Requests that wait for a place. */
@Rows(228)
class RequestGateTest {

  private final RequestGate gate =
      new RequestGate(
          new RequestLimits(1, 10, 3), new WaitingLimits(Duration.ofSeconds(5), 2, Duration.ZERO));

  @Test
  void requestsGetPlacesInOrderOfArrival() {
    var place = gate.enter();
    var first = joined();
    var second = joined();
    assertThat(gate.waiting()).isEqualTo(2);
    assertThat(gate.inside()).isOne();

    place.leave();
    place.leave();
    assertThat(first.place).isNotNull();
    assertThat(second.place).isNull();
    first.place.leave();
    assertThat(second.place).isNotNull();
    assertThat(gate.inside()).isOne();
    second.place.leave();
    assertThat(gate.inside()).isZero();
    assertThat(gate.waiting()).isZero();
  }

  @Test
  void aJoiningRequestGetsAFreePlace() {
    assertThat(joined().place).isNotNull();
  }

  @Test
  void noRequestOvertakesWaitingOnes() {
    var place = gate.enter();
    joined();
    place.leave();

    assertThat(gate.tryEnter()).isEmpty();
  }

  @Test
  void requestsBeyondTheWaitingLimitAreRefused() {
    gate.enter();
    joined();
    assertThat(gate.mayWait()).isTrue();
    joined();

    assertThat(gate.mayWait()).isFalse();
    assertRefused(joined());
  }

  @Test
  void aRequestIsRefusedAfterTheLongestWait() {
    var place = gate.enter();
    var first = joined();
    var second = joined();

    gate.expire(first);
    gate.expire(first);
    assertRefused(first);
    assertThat(second.refusals).isEmpty();
    place.leave();
    gate.expire(second);
    assertThat(second.place).isNotNull();
    assertThat(second.refusals).isEmpty();
  }

  @Test
  void thePlaceOfAnEndedRequestGoesToTheNext() {
    var place = gate.enter();
    var gone = new Waiting(false);
    gate.join(gone);
    var next = joined();

    place.leave();
    assertThat(next.place).isNotNull();
    assertThat(gate.inside()).isOne();
    gone.place.leave();
    assertThat(gate.inside()).isOne();
  }

  @Test
  void aClosedGateRefusesWaitingRequestsAndAdmitsNoneToWait() {
    var place = gate.enter();
    var first = joined();
    var second = joined();

    gate.close();
    assertRefused(first);
    assertRefused(second);
    assertRefused(joined());
    place.leave();
    assertThat(gate.tryEnter()).isPresent();
  }

  @Test
  void noPlaceIsLostUnderConcurrency() throws Exception {
    int threads = 8;
    var many =
        new RequestGate(
            new RequestLimits(3, 10, 1),
            new WaitingLimits(Duration.ofSeconds(5), 1_000, Duration.ZERO));
    var most = new AtomicInteger();
    var served = new AtomicInteger();
    var barrier = new CyclicBarrier(threads);
    try (var pool = Executors.newFixedThreadPool(threads)) {
      for (int i = 0; i < threads; i++) {
        pool.submit(
            () -> {
              barrier.await();
              for (int j = 0; j < 500; j++) {
                many.join(
                    new RequestGate.Waiter() {
                      @Override
                      public boolean admit(RequestGate.Place place) {
                        most.accumulateAndGet(many.inside(), Math::max);
                        pool.execute(place::leave);
                        served.incrementAndGet();
                        return true;
                      }

                      @Override
                      public void refuse(Refusal refusal) {
                        served.incrementAndGet();
                      }
                    });
              }
              return null;
            });
      }
      while (served.get() < threads * 500) {
        Thread.onSpinWait();
      }
    }

    assertThat(most.get()).isBetween(1, 3);
    assertThat(many.inside()).isZero();
    assertThat(many.waiting()).isZero();
  }

  private Waiting joined() {
    var waiting = new Waiting(true);
    gate.join(waiting);
    return waiting;
  }

  private static void assertRefused(Waiting waiting) {
    assertThat(waiting.place).isNull();
    assertThat(waiting.refusals)
        .singleElement()
        .satisfies(
            refusal -> {
              assertThat(refusal.status()).isEqualTo(503);
              assertThat(refusal.retryAfter()).isEqualTo(3);
            });
  }

  private static final class Waiting implements RequestGate.Waiter {

    private final boolean takes;
    private final List<Refusal> refusals = new ArrayList<>();
    private RequestGate.Place place;

    private Waiting(boolean takes) {
      this.takes = takes;
    }

    @Override
    public boolean admit(RequestGate.Place given) {
      place = given;
      return takes;
    }

    @Override
    public void refuse(Refusal refusal) {
      refusals.add(refusal);
    }
  }
}
