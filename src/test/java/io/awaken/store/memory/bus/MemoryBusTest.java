package io.awaken.store.memory.bus;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.contract.EventBusContract;
import io.awaken.core.event.EventBus;
import io.awaken.fixture.CapturedLog;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MemoryBusTest extends EventBusContract {

  private final CapturedLog log = new CapturedLog(MemoryBus.class);
  private final MemoryBus bus = new MemoryBus(Runnable::run);

  @AfterEach
  void letGo() {
    log.close();
  }

  @Override
  protected EventBus join() {
    return bus.join();
  }

  @Test
  void aSingleNodeSendsNoHints() {
    EventBus alone = new MemoryBus(Runnable::run).join();

    assertThat(
            alone.publishFrom(
                () -> {
                  throw new AssertionError("asked");
                }))
        .isFalse();
  }
}
