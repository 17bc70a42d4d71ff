package io.awaken.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.Attacks;
import io.awaken.fixture.BesideOthers;
import io.awaken.fixture.Nightly;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server opens no port except its HTTP port. */
@Nightly("starts two servers; src-it/attacks/run checks the ports of Payara before each merge")
@BesideOthers
class OpenPortsIT {

  private Workplace at;

  @BeforeEach
  void prepare() throws Exception {
    at = Workplace.of(getClass());
    at.documents().agent("quick", 0, Turns.says("Hello."));
  }

  @Test
  @Attacks("S08")
  void otherMachinesReachNothingUnlessAnAddressIsConfigured() throws Exception {
    try (ServerProcess server = Servers.start(at, Map.of());
        Api api = new Api(server.port())) {
      assertThat(api.run("quick").readToEnd()).isNotEmpty();

      assertThat(ListeningSocket.of(server.pid()))
          .anyMatch(socket -> socket.port() == server.port())
          .noneMatch(ListeningSocket::isPublic);
    }
  }

  @Test
  @Attacks({"S08", "S54"})
  void otherMachinesReachNothingButHttpWhenAnAddressIsConfigured() throws Exception {
    String hosts = String.join(",", OwnAddresses.beyondLoopback());
    var open = Map.of("awaken.http.host", "0.0.0.0", "awaken.http.hosts", hosts);
    try (ServerProcess server = Servers.start(at, open);
        Api api = new Api(server.port())) {
      assertThat(api.run("quick").readToEnd()).isNotEmpty();

      assertThat(ListeningSocket.of(server.pid()))
          .anyMatch(socket -> socket.isPublic() && socket.port() == server.port())
          .noneMatch(socket -> socket.isPublic() && !server.isHttp(socket.port()));
      assertOtherMachinesNeedCredentials(server.port());
    }
  }

  private static void assertOtherMachinesNeedCredentials(int port) throws Exception {
    for (String address : OwnAddresses.beyondLoopback()) {
      try (Api other = new Api(address, port, null)) {
        for (String path : List.of("v1/agents", "v1/threads/x", "v1/nothing")) {
          HttpResponse<String> answer = other.answer("GET", path, "");
          assertThat(answer.statusCode()).as(address).isEqualTo(401);
          assertThat(answer.headers().firstValue("WWW-Authenticate")).hasValue("Bearer");
        }
        assertThat(other.statusOfRun("quick")).isEqualTo(401);
        assertThat(other.status("health")).isEqualTo(200);
      }
    }
  }
}
