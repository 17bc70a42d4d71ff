package io.awaken.provider.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.run.TerminationReason;
import io.awaken.fixture.AskingRuntime;
import io.awaken.fixture.RawHttpServer;
import io.awaken.fixture.Rows;
import io.awaken.fixture.TokenStream;
import io.awaken.testkit.CollectingSink;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A call reuses the connection of the previous one. */
@Rows(1055)
class KeptConnectionsTest {

  private static List<TokenStream> streams() {
    return TokenStream.ofEachWire(5);
  }

  @ParameterizedTest
  @MethodSource("streams")
  void callsOfAProviderShareAConnection(TokenStream stream) throws Exception {
    List<byte[]> chunks = stream.chunks();
    try (var server =
            RawHttpServer.keeping(
                connection -> {
                  for (byte[] chunk : chunks) {
                    connection.bytes(chunk);
                  }
                });
        var runtime = new AskingRuntime(stream, server.baseUrl())) {
      for (int i = 0; i < 3; i++) {
        assertThat(runtime.run(new CollectingSink()).termination())
            .isEqualTo(new TerminationReason.NaturalEnd());
      }

      assertThat(server.requests()).hasSize(3);
      assertThat(server.connections()).isEqualTo(1);
    }
  }
}
