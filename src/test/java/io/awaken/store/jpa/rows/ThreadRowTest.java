package io.awaken.store.jpa.rows;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.run.ThreadId;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThreadRowTest {

  @ParameterizedTest
  @CsvSource({"acme, default", "default, acme", "b, a"})
  void noThreadIsStoredUnderTheKeyOfAnotherTenant(String tenantOfKey, String tenant) {
    var id = new ThreadId(tenantOfKey, "t");

    assertThatThrownBy(() -> new ThreadRow(id, tenant, "ann", 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("thread t belongs to tenant " + tenantOfKey + ", not to " + tenant);
  }
}
