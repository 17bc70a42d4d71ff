package io.awaken.store.jpa.rows;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.awaken.core.run.Caller;
import io.awaken.core.run.Sharing;
import io.awaken.core.run.ThreadId;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ThreadRowTest {

  @ParameterizedTest
  @CsvSource({"acme, default", "default, acme", "b, a"})
  void noThreadIsStoredUnderTheKeyOfAnotherTenant(String tenantOfKey, String tenant) {
    var id = new ThreadId(tenantOfKey, "t");
    var owner = new Caller(tenant, "ann", Set.of());

    assertThatThrownBy(() -> new ThreadRow(id, owner, Sharing.OWNER, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("thread t belongs to tenant " + tenantOfKey + ", not to " + tenant);
  }
}
