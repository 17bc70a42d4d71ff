package io.awaken.http.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.Caller;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StreamQuotaTest {

  /** As everywhere else: they share no name, so that none of them takes the streams of another. */
  @Test
  void whoeverIsCalledAnonymousInATokenIsCountedAsNobodyIs() {
    var quota = new StreamQuota(StreamSettings.DEFAULTS);
    var called = new Caller("acme", "anonymous", Set.of("clerk"));
    int many = StreamSettings.DEFAULTS.perPrincipal() + 1;

    IntStream.range(0, many).forEach(i -> quota.take(called));

    assertThat(quota.open()).isEqualTo(many);
  }
}
