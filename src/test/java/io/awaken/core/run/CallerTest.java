package io.awaken.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CallerTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          acme    | ann       | acme    | ann       | true
          acme    | ann       | acme    | bob       | true
          acme    | ann       | acme    | anonymous | true
          acme    | ann       | evil    | ann       | false
          acme    | anonymous | acme    | ann       | false
          acme    | anonymous | acme    | anonymous | true
          default | anonymous | default | ann       | false
          default | anonymous | acme    | anonymous | false
          """)
  void callersSeeTheirTenantAndAnonymousCallersSeeOnlyAnonymousResources(
      String tenant, String subject, String ownerTenant, String owner, boolean seen) {
    assertThat(new Caller(tenant, subject, Set.of()).sees(ownerTenant, owner)).isEqualTo(seen);
  }
}
