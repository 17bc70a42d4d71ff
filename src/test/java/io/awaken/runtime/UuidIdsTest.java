package io.awaken.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.uuid.UUIDClock;
import io.awaken.fixture.Failures;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class UuidIdsTest {

  private static final long NOW = 1_800_000_000_000L;
  private static final int IDS = 20_000;

  @Test
  @Failures("F28")
  void idsStayUniqueWhenTheClockChanges() {
    Set<String> ids = new HashSet<>();
    long minutes = Duration.ofMinutes(10).toMillis();
    for (long at : new long[] {NOW, NOW + minutes, NOW - minutes, NOW}) {
      var standing = new UuidIds(new Standing(at));
      for (int i = 0; i < IDS; i++) {
        ids.add(standing.next());
      }
    }
    assertThat(ids).hasSize(4 * IDS);
  }

  private static final class Standing extends UUIDClock {
    private final long at;

    Standing(long at) {
      this.at = at;
    }

    @Override
    public long currentTimeMillis() {
      return at;
    }
  }
}
