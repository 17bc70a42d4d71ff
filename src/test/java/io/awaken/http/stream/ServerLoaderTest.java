package io.awaken.http.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.FakeExchange;
import org.junit.jupiter.api.Test;

class ServerLoaderTest {

  private final FakeExchange exchange = new FakeExchange();

  @Test
  void aSuspendedRequestIsAnsweredOnce() {
    answer();

    assertThat(exchange.answered()).isEqualTo("the answer");
    assertThat(exchange.resumed()).isOne();
    assertThat(exchange.completed()).isZero();
  }

  @Test
  void aSuspendedRequestEndsWith503WhenTheRestLayerHasStopped() {
    exchange.takeRestLayerAway();

    answer();

    assertThat(exchange.status()).isEqualTo(503);
    assertThat(exchange.completed()).isOne();
  }

  private void answer() {
    ServerLoader.resume(exchange.request().getAsyncContext(), exchange.response(), "the answer");
  }
}
