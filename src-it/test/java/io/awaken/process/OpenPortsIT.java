package io.awaken.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server opens no port but its own for HTTP. */
class OpenPortsIT {

  private Workplace at;

  @BeforeEach
  void prepare() throws Exception {
    at = Workplace.of(getClass());
    at.documents().agent("quick", 0, Turns.says("Hello."));
  }

  @Test
  void otherMachinesReachNothingUnlessAnAddressIsConfigured() throws Exception {
    try (ServerProcess server = Servers.start(at, Map.of());
        Api api = new Api(server.port())) {
      assertThat(api.run("quick").untilItEnds()).isNotEmpty();

      assertThat(ListeningSocket.of(server.pid()))
          .anyMatch(socket -> socket.port() == server.port())
          .noneMatch(ListeningSocket::isPublic);
    }
  }

  @Test
  void otherMachinesReachNothingButHttpWhenAnAddressIsConfigured() throws Exception {
    try (ServerProcess server = Servers.start(at, Map.of("awaken.http.host", "0.0.0.0"));
        Api api = new Api(server.port())) {
      assertThat(api.run("quick").untilItEnds()).isNotEmpty();

      assertThat(ListeningSocket.of(server.pid()))
          .anyMatch(socket -> socket.isPublic() && socket.port() == server.port())
          .noneMatch(socket -> socket.isPublic() && !server.isHttp(socket.port()));
    }
  }
}
