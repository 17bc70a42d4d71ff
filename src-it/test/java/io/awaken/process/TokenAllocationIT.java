package io.awaken.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.Nightly;
import io.awaken.fixture.ProcessAllocation;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * What a token of a stream allocates in a server, with that of the container. A long answer is
 * compared with a short one, so that what a run costs once does not count.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Nightly("starts its own server")
class TokenAllocationIT {

  private static final int FEW = 200;
  private static final int MANY = 2_200;

  /** Enough that each token is written before the next one comes. */
  private static final int APART_MS = 1;

  /** Payara's own buffer for a write would take 8,192. */
  private static final long PAYARA = 3_000;

  private static final long WILDFLY = 6_000;

  private ServerProcess server;
  private Api api;

  @BeforeAll
  void start() throws Exception {
    Workplace at = Workplace.of(getClass());
    at.documents()
        .agent("brief", APART_MS, Turns.says(Turns.words(FEW)))
        .agent("talker", APART_MS, Turns.says(Turns.words(MANY)));
    server = Servers.start(at, Map.of());
    api = new Api(server.port());
  }

  @AfterAll
  void stop() {
    if (server != null) {
      server.close();
      api.close();
    }
  }

  private void run(String agent) throws IOException, InterruptedException {
    api.run(agent).readToEnd();
  }

  @Test
  void aTokenAllocatesLittleInTheServer() throws Exception {
    try (var allocated = new ProcessAllocation(server.pid())) {
      run("brief");
      run("talker");
      long begin = allocated.bytes();
      run("brief");
      long between = allocated.bytes();
      run("talker");
      long more = allocated.bytes() - between - (between - begin);

      assertThat(more / (MANY - FEW))
          .as("bytes")
          .isLessThan(Servers.isWildFly() ? WILDFLY : PAYARA);
    }
  }
}
