package io.awaken.bench.clients;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Flow;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.ObjIntConsumer;

/** The JDK's client, which queues the received bytes for the reader. */
final class JdkQueueClient implements StreamClient {

  private static final List<ByteBuffer> END = List.of(ByteBuffer.allocate(0));

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(10))
          .executor(threads)
          .build();

  @Override
  public String name() {
    return "JDK HttpClient, asynchronous with a queue";
  }

  @Override
  public void read(URI address, byte[] document, ObjIntConsumer<byte[]> pieces)
      throws IOException, InterruptedException {
    var body = new Body();
    client.sendAsync(
        HttpRequest.newBuilder(address)
            .POST(HttpRequest.BodyPublishers.ofByteArray(document))
            .build(),
        head -> body);
    while (true) {
      List<ByteBuffer> next = body.arrived.poll(300, TimeUnit.SECONDS);
      if (next == null || next == END) {
        break;
      }
      for (ByteBuffer buffer : next) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        pieces.accept(bytes, bytes.length);
      }
      body.subscription.request(1);
    }
    pieces.accept(new byte[0], 0);
  }

  @Override
  public void close() {
    client.close();
    threads.close();
  }

  private static final class Body implements BodySubscriber<Body> {
    private final LinkedBlockingQueue<List<ByteBuffer>> arrived = new LinkedBlockingQueue<>();
    private volatile Flow.Subscription subscription;

    @Override
    public CompletionStage<Body> getBody() {
      return CompletableFuture.completedStage(this);
    }

    @Override
    public void onSubscribe(Flow.Subscription opened) {
      subscription = opened;
      opened.request(1);
    }

    @Override
    public void onNext(List<ByteBuffer> item) {
      arrived.add(item);
    }

    @Override
    public void onError(Throwable thrown) {
      arrived.add(END);
    }

    @Override
    public void onComplete() {
      arrived.add(END);
    }
  }
}
