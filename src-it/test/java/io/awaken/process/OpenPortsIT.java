package io.awaken.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** A server opens no port but its own for HTTP. */
class OpenPortsIT {

  @Test
  void otherMachinesReachNothingButHttp() throws Exception {
    Workplace at = Workplace.of(getClass());
    at.documents().agent("quick", 0, Turns.says("Hello."));
    try (ServerProcess server = Servers.start(at, Map.of());
        Api api = new Api(server.port())) {
      assertThat(api.run("quick").untilItEnds()).isNotEmpty();

      assertThat(ListeningSocket.of(server.pid()))
          .anyMatch(socket -> socket.port() == server.port())
          .noneMatch(socket -> socket.isPublic() && socket.port() != server.port());
    }
  }
}
