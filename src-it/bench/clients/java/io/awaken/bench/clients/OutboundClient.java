package io.awaken.bench.clients;

import io.awaken.core.outbound.OutboundHttp;
import io.awaken.core.outbound.OutboundRequest;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.ObjIntConsumer;

/** The HTTP client that the server uses. */
final class OutboundClient implements StreamClient {

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final OutboundHttp http =
      OutboundHttp.forOperatorAddresses(threads, OutboundHttp.DEFAULT_CONNECT_TIMEOUT);

  @Override
  public String name() {
    return "core.outbound (Apache HttpCore 5 on its own sockets)";
  }

  @Override
  public void read(URI address, byte[] document, ObjIntConsumer<byte[]> pieces)
      throws IOException, InterruptedException {
    var request = OutboundRequest.post(address, Map.of(), document);
    try (var call = http.open(request, Duration.ofSeconds(300), Long.MAX_VALUE)) {
      call.head();
      ByteBuffer next = call.read();
      while (next != null) {
        pieces.accept(next.array(), next.remaining());
        next = call.read();
      }
    }
    pieces.accept(new byte[0], 0);
  }

  @Override
  public void close() {
    http.close();
    threads.close();
  }
}
