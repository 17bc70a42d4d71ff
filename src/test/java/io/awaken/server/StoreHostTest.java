package io.awaken.server;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import org.junit.jupiter.api.Test;

class StoreHostTest {

  @Test
  void aServerWithoutFaultToleranceIsToldWhichFilePreparesIt() {
    assertThatIllegalStateException()
        .isThrownBy(() -> StoreHost.requireFaultTolerance(ClassLoader.getPlatformClassLoader()))
        .withMessageContaining("no MicroProfile Fault Tolerance")
        .withMessageContaining("server-config/wildfly/awaken.cli");
  }

  @Test
  void aServerWithFaultToleranceStarts() {
    assertThatCode(() -> StoreHost.requireFaultTolerance(getClass().getClassLoader()))
        .doesNotThrowAnyException();
  }
}
