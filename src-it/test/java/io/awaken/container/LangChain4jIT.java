package io.awaken.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.container.ApiClient.Frame;
import io.awaken.fixture.OnWildFly;
import io.awaken.fixture.Rows;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An application that contains LangChain4j and produces its models as beans. */
@OnWildFly
@Rows(1050)
class LangChain4jIT extends ApplicationTest {

  @Test
  void theConfiguredModelAnswers() {
    List<Frame> run = run(asking("clerk", "Lamps?"));

    assertThat(run.getLast().data().at("/result/response").asText()).isEqualTo("You said: Lamps?");
  }
}
