package io.awaken.http.api.thread;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.Rows;
import org.junit.jupiter.api.Test;

/** What lists of threads are asked for. */
@Rows(230)
class ThreadParametersTest {

  @Test
  void queriesAreReadInCamelCaseAndSnakeCaseCountsWhenBothAreThere() {
    var asked = new ThreadParameters();
    asked.resourceIdInCamelCase = "r";
    asked.parentThreadIdInCamelCase = "p";
    assertThat(asked.query()).isEqualTo(new ThreadPage.Query("r", "p", null, null, null, null));

    asked.resourceId = "other";
    asked.parentThreadId = "another";
    assertThat(asked.query())
        .isEqualTo(new ThreadPage.Query("other", "another", null, null, null, null));
  }
}
