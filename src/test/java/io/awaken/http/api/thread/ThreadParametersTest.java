package io.awaken.http.api.thread;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.Caller;
import io.awaken.fixture.Rows;
import org.junit.jupiter.api.Test;

/** The query parameters of a list of threads. */
@Rows(230)
class ThreadParametersTest {

  @Test
  void queriesAreReadInCamelCaseAndInSnakeCase() {
    var camel = new ThreadParameters();
    camel.resourceIdInCamelCase = "r";
    camel.parentThreadIdInCamelCase = "p";
    var snake = new ThreadParameters();
    snake.resourceId = "r";
    snake.parentThreadId = "p";

    var caller = Caller.ANONYMOUS;
    assertThat(camel.filter(caller).resourceId()).isEqualTo("r");
    assertThat(camel.filter(caller).parentThreadId().value()).isEqualTo("p");
    assertThat(snake.filter(caller)).isEqualTo(camel.filter(caller));
  }
}
