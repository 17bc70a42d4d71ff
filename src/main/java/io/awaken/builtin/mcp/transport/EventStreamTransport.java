package io.awaken.builtin.mcp.transport;

import io.awaken.builtin.mcp.transport.McpException.Kind;
import io.awaken.builtin.mcp.transport.McpTransport.Exchange;
import io.awaken.builtin.mcp.transport.McpTransport.MessageHandler;
import io.awaken.core.outbound.AnswerHead;
import io.awaken.core.outbound.GuardedHttp;
import io.awaken.core.outbound.GuardedLimits;
import io.awaken.core.outbound.OutboundCall;
import io.awaken.core.outbound.OutboundRequest;
import io.awaken.core.outbound.SseReader;
import io.awaken.mcp.McpHeaders;
import io.awaken.mcp.ProtocolVersion;
import io.awaken.rpc.JsonRpcMessage;
import io.awaken.rpc.JsonRpcMessage.Request;
import io.awaken.rpc.JsonRpcMessage.Response;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/**
 * HTTP with a separate event stream, the transport of 2024-11-05 (features row 1072). The first
 * event of the stream names the address for messages of the client; all messages of the server
 * arrive on the stream. When the stream ends, so does the transport: open requests fail, and later
 * ones get {@link Kind#SESSION_LOST}, since the server never sees them. Thread-safe.
 */
public final class EventStreamTransport implements McpTransport {

  private static final int MAX = 4_096;

  private static final String EVENTS = "text/event-stream";

  /** A stream lasts as long as the server wants; each request has a deadline of its own. */
  private static final Duration STREAM = Duration.ofDays(365);

  private final GuardedHttp http;
  private final Map<String, String> headers;
  private final Executor executor;
  private final SharedChannel channel;
  private final OutboundCall stream;
  private final SseReader events;
  private final Set<OutboundCall> posts = ConcurrentHashMap.newKeySet();
  private final URI endpoint;
  private volatile ProtocolVersion version;
  private volatile McpException ended;

  /**
   * A server to connect to.
   *
   * @param http checks the address of each connection
   * @param address address of the stream
   * @param headers sent with each request
   * @param executor runs each task on its own thread, which it may block
   */
  public record Target(
      GuardedHttp http, URI address, Map<String, String> headers, Executor executor) {

    public Target {
      headers = Map.copyOf(headers);
    }

    /** Without the headers, which may hold secrets. */
    @Override
    public String toString() {
      return "Target[" + address.getHost() + "]";
    }
  }

  private EventStreamTransport(
      Target target, MessageHandler general, OutboundCall stream, SseReader events, URI endpoint) {
    this.http = target.http();
    this.headers = target.headers();
    this.executor = target.executor();
    this.channel = new SharedChannel(general, this::send);
    this.stream = stream;
    this.events = events;
    this.endpoint = endpoint;
  }

  /**
   * Opens the stream.
   *
   * @param general receives messages outside of exchanges
   * @param limit time until the server has named its address for messages
   * @throws McpException of kind {@code STATUS} when there is no such stream at the address
   */
  public static EventStreamTransport open(Target target, MessageHandler general, Duration limit)
      throws McpException, InterruptedException {
    Map<String, String> all = new HashMap<>(target.headers());
    all.put("Accept", EVENTS);
    OutboundCall stream =
        target
            .http()
            .open(
                OutboundRequest.get(target.address(), all),
                GuardedLimits.of(limit, Long.MAX_VALUE));
    try {
      HttpAnswer.requireEvents(stream.head());
      var events = new SseReader(stream, McpLimits.MAX_MESSAGE);
      ByteBuffer first = events.next();
      if (first == null) {
        throw new McpException(Kind.UNREACHABLE, "its event stream ended before the first event");
      }
      URI endpoint =
          messageAddress(target.address(), StandardCharsets.UTF_8.decode(first).toString());
      stream.restart(STREAM);
      var transport = new EventStreamTransport(target, general, stream, events, endpoint);
      target.executor().execute(transport::read);
      return transport;
    } catch (IOException e) {
      stream.close();
      throw McpException.ofHttp(e);
    } catch (McpException | InterruptedException | RuntimeException e) {
      stream.close();
      throw e;
    }
  }

  @Override
  public Response exchange(Exchange exchange) throws McpException, InterruptedException {
    requireStream();
    // Some servers answer the POST only after they sent the response.
    OutboundCall post = post(exchange.request(), STREAM);
    try {
      return channel.exchange(
          exchange,
          request -> {
            requireStream();
            executor.execute(() -> sent(post, exchange.request()));
          });
    } finally {
      close(post);
    }
  }

  private void sent(OutboundCall post, Request request) {
    try {
      accepted(post);
    } catch (McpException e) {
      channel.fail(request, e);
      endIfLost(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void send(JsonRpcMessage message) throws McpException, InterruptedException {
    requireStream();
    OutboundCall post = post(message, McpLimits.SAY);
    try {
      accepted(post);
    } catch (McpException e) {
      endIfLost(e);
      throw e;
    } finally {
      close(post);
    }
  }

  private void endIfLost(McpException why) {
    if (why.kind() == Kind.SESSION_LOST) {
      end(why);
    }
  }

  private OutboundCall post(JsonRpcMessage message, Duration limit) {
    Map<String, String> all = new HashMap<>(headers);
    all.put("Content-Type", "application/json");
    ProtocolVersion spoken = version;
    if (spoken != null) {
      all.put(McpHeaders.VERSION, spoken.text());
    }
    OutboundCall post =
        http.open(
            OutboundRequest.post(endpoint, all, Messages.write(message)),
            GuardedLimits.of(limit, McpLimits.MAX_ERROR));
    posts.add(post);
    return post;
  }

  private void accepted(OutboundCall post) throws McpException, InterruptedException {
    try {
      AnswerHead head = post.head();
      if (head.status() == 404) {
        throw new McpException(Kind.SESSION_LOST, "it no longer recognises the session");
      }
      if (head.status() >= 300) {
        throw McpException.status(head.status());
      }
      post.finish();
    } catch (IOException e) {
      throw McpException.ofHttp(e);
    }
  }

  private void close(OutboundCall post) {
    posts.remove(post);
    post.close();
  }

  private void requireStream() throws McpException {
    McpException why = ended;
    if (why != null) {
      throw why.kind() == Kind.CLOSED
          ? why
          : new McpException(Kind.SESSION_LOST, "its event stream ended: " + why.getMessage(), why);
    }
  }

  private void read() {
    end(channel.read(events, noise -> {}, () -> "its event stream ended before the result"));
  }

  /** Fails all open requests; the server had begun to process them. */
  private void end(McpException why) {
    if (ended == null) {
      ended = why;
    }
    stream.close();
    channel.fail(ended.begun());
    posts.forEach(OutboundCall::close);
  }

  @Override
  public void useRevision(ProtocolVersion agreed) {
    version = agreed;
  }

  @Override
  public boolean endingCancels() {
    return false;
  }

  @Override
  public boolean open() {
    return ended == null;
  }

  @Override
  public void close() {
    end(new McpException(Kind.CLOSED, "it was disconnected"));
  }

  /**
   * The address for messages that a server names on its event stream. It must have the origin of
   * the stream, so that a server cannot direct messages and credentials to another one.
   *
   * @param stream the address of the event stream
   * @param named the data of the first event, absolute or relative
   * @throws McpException without a quote of the address, which may contain a secret
   */
  static URI messageAddress(URI stream, String named) throws McpException {
    if (named.length() > MAX) {
      throw new McpException(
          Kind.GARBAGE, "its address for messages has more than " + MAX + " characters");
    }
    URI address;
    try {
      address = stream.resolve(URI.create(named.strip()));
    } catch (IllegalArgumentException e) {
      throw new McpException(Kind.GARBAGE, "the first event of its stream is no address");
    }
    if (!origin(address).equals(origin(stream))) {
      throw new McpException(
          Kind.GARBAGE, "its address for messages is not on the server of its event stream");
    }
    if (address.getRawUserInfo() != null || address.getRawFragment() != null) {
      throw new McpException(
          Kind.GARBAGE, "its address for messages has a user or a fragment, which is not allowed");
    }
    return address;
  }

  private static String origin(URI address) {
    String scheme = String.valueOf(address.getScheme()).toLowerCase(Locale.ROOT);
    int usual = scheme.equals("https") ? 443 : 80;
    int port = address.getPort() < 0 ? usual : address.getPort();
    return scheme + "://" + String.valueOf(address.getHost()).toLowerCase(Locale.ROOT) + ":" + port;
  }
}
