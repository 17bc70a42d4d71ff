package io.awaken.builtin.mcp.transport;

import io.awaken.builtin.mcp.transport.McpException.Kind;
import io.awaken.builtin.mcp.transport.McpTransport.Exchange;
import io.awaken.builtin.mcp.transport.McpTransport.MessageHandler;
import io.awaken.core.outbound.AnswerHead;
import io.awaken.core.outbound.GuardedHttp;
import io.awaken.core.outbound.GuardedLimits;
import io.awaken.core.outbound.OutboundCall;
import io.awaken.core.outbound.OutboundRequest;
import io.awaken.core.outbound.Sleeper;
import io.awaken.mcp.McpHeaders;
import io.awaken.mcp.ProtocolVersion;
import io.awaken.rpc.JsonRpcMessage;
import io.awaken.rpc.JsonRpcMessage.Response;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Streamable HTTP, with sessions until 2025-11-25 and without since 2026-07-28 (features row 1072).
 * Each request is one POST, answered by JSON or an event stream; broken streams are resumed where
 * the revision allows it. Thread-safe.
 */
public final class HttpTransport implements McpTransport {

  private static final String JSON = "application/json";
  private static final String EVENTS = "text/event-stream";
  private static final String INITIALIZE = "initialize";

  private final GuardedHttp http;
  private final URI address;
  private final Map<String, String> headers;
  private final Sleeper pause;
  private final Set<OutboundCall> calls = ConcurrentHashMap.newKeySet();
  private final OpenRequests<StreamedRequest> open = new OpenRequests<>();
  private volatile ProtocolVersion version;
  private volatile String session;
  private volatile boolean closed;

  /**
   * @param http checks the address of each connection
   * @param headers sent with each request
   */
  public HttpTransport(GuardedHttp http, URI address, Map<String, String> headers, Sleeper pause) {
    this.http = http;
    this.address = address;
    this.headers = Map.copyOf(headers);
    this.pause = pause;
  }

  @Override
  public Response exchange(Exchange exchange) throws McpException, InterruptedException {
    var request = new StreamedRequest(exchange);
    open.add(request);
    try {
      return response(request, exchange);
    } finally {
      open.remove(request);
    }
  }

  private Response response(StreamedRequest request, Exchange exchange)
      throws McpException, InterruptedException {
    String used = session;
    byte[] body = Messages.write(exchange.request());
    try (OutboundCall call = post(body, exchange.headers(), exchange.deadline().left())) {
      request.reads(call);
      AnswerHead head = call.head();
      requireSession(head, used);
      var answer =
          new HttpAnswer(exchange.request(), open.before(exchange.inbox()), this::sendMeanwhile);
      Optional<Response> response = answer.read(call, head);
      if (exchange.request().method().equals(INITIALIZE)) {
        session = head.header(McpHeaders.SESSION).map(HttpTransport::sessionId).orElse(null);
      }
      return response.isPresent() ? response.get() : resumed(answer, request);
    } catch (IOException e) {
      throw request.failure(e);
    }
  }

  /** Resumes a broken stream until the deadline. */
  private Response resumed(HttpAnswer answer, StreamedRequest request)
      throws McpException, InterruptedException {
    Deadline deadline = request.exchange().deadline();
    for (int again = 0; again < McpLimits.MAX_RESUMPTIONS && !endingCancels(); again++) {
      if (answer.lastId() == null) {
        break;
      }
      request.requireOpen();
      pause.sleep(deadline.atMost(answer.retry()));
      Map<String, String> more = Map.of("Last-Event-ID", answer.lastId());
      try (OutboundCall call = get(more, deadline.left())) {
        request.reads(call);
        AnswerHead head = call.head();
        if (head.status() >= 300) {
          // A refusal to read on is no refusal of the request.
          throw McpException.status(head.status());
        }
        Optional<Response> response = answer.read(call, head);
        if (response.isPresent()) {
          return response.get();
        }
      } catch (McpException e) {
        throw e.begun();
      } catch (IOException e) {
        throw request.failure(e).begun();
      }
    }
    request.requireOpen();
    throw new McpException(Kind.UNREACHABLE, "its answer ended before the result");
  }

  /** Answers what the server asks while it works on a request. */
  private void sendMeanwhile(JsonRpcMessage message) throws McpException, InterruptedException {
    try {
      send(message);
    } catch (McpException e) {
      throw e.begun();
    }
  }

  @Override
  public void send(JsonRpcMessage message) throws McpException, InterruptedException {
    String used = session;
    try (OutboundCall call = post(Messages.write(message), Map.of(), McpLimits.SAY)) {
      AnswerHead head = call.head();
      requireSession(head, used);
      if (head.status() >= 300) {
        throw McpException.status(head.status());
      }
      call.finish();
    } catch (IOException e) {
      throw McpException.ofHttp(e);
    }
  }

  @Override
  public void listen(MessageHandler inbox, Duration limit)
      throws McpException, InterruptedException {
    String used = session;
    try (OutboundCall call = get(Map.of(), limit)) {
      AnswerHead head = call.head();
      requireSession(head, used);
      HttpAnswer.requireEvents(head);
      new HttpAnswer(null, open.before(inbox), this::send).read(call, head);
    } catch (IOException e) {
      throw McpException.ofHttp(e);
    }
  }

  @Override
  public void useRevision(ProtocolVersion agreed) {
    version = agreed;
    if (agreed == null || agreed.modern()) {
      session = null;
    }
  }

  @Override
  public boolean endingCancels() {
    ProtocolVersion spoken = version;
    return spoken != null && spoken.modern();
  }

  @Override
  public boolean open() {
    return !closed;
  }

  /** Also ends the session, with a short timeout. */
  @Override
  public void close() {
    closed = true;
    calls.forEach(OutboundCall::close);
    String used = session;
    session = null;
    if (used != null) {
      var request = new OutboundRequest("DELETE", address, common(Map.of(), used), null);
      try (OutboundCall call = http.open(request, limits(McpLimits.END))) {
        call.head();
      } catch (IOException e) {
        // The server expires the session.
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private OutboundCall post(byte[] body, Map<String, String> more, Duration limit)
      throws McpException {
    Map<String, String> all = common(more, session);
    all.put("Content-Type", JSON);
    all.put("Accept", JSON + ", " + EVENTS);
    return opened(OutboundRequest.post(address, all, body), limit);
  }

  private OutboundCall get(Map<String, String> more, Duration limit) throws McpException {
    Map<String, String> all = common(more, session);
    all.put("Accept", EVENTS);
    return opened(OutboundRequest.get(address, all), limit);
  }

  private OutboundCall opened(OutboundRequest request, Duration limit) throws McpException {
    var call = new TrackedCall(http.open(request, limits(limit)), calls);
    if (closed) {
      call.close();
      throw new McpException(Kind.CLOSED, "it was disconnected");
    }
    return call;
  }

  private static GuardedLimits limits(Duration limit) {
    return GuardedLimits.of(limit, McpLimits.MAX_MESSAGE);
  }

  private Map<String, String> common(Map<String, String> more, String used) {
    var all = new HashMap<>(headers);
    all.putAll(more);
    ProtocolVersion spoken = version;
    if (spoken != null) {
      all.put(McpHeaders.VERSION, spoken.text());
    }
    if (used != null) {
      all.put(McpHeaders.SESSION, used);
    }
    return all;
  }

  private static void requireSession(AnswerHead head, String used) throws McpException {
    if (head.status() == 404 && used != null) {
      throw new McpException(Kind.SESSION_LOST, "it no longer recognises the session");
    }
  }

  /** The id is sent back unchanged, so it must be a valid header value. */
  private static String sessionId(String id) {
    boolean fit =
        !id.isEmpty()
            && id.length() <= McpLimits.MAX_SESSION
            && id.chars().allMatch(c -> c > ' ' && c <= '~');
    return fit ? id : null;
  }

  /** A call that is registered with its transport while it is open. */
  static final class TrackedCall implements OutboundCall {

    private final OutboundCall call;
    private final Set<OutboundCall> open;

    TrackedCall(OutboundCall call, Set<OutboundCall> open) {
      this.call = call;
      this.open = open;
      open.add(this);
    }

    @Override
    public AnswerHead head() throws IOException, InterruptedException {
      return call.head();
    }

    @Override
    public ByteBuffer read() throws IOException, InterruptedException {
      return call.read();
    }

    @Override
    public void idle(Duration most) {
      call.idle(most);
    }

    @Override
    public void restart(Duration total) {
      call.restart(total);
    }

    @Override
    public void finish() throws InterruptedException {
      call.finish();
    }

    @Override
    public void close() {
      open.remove(this);
      call.close();
    }
  }

  /** A request whose response arrives on an HTTP answer, or on several that continue it. */
  static final class StreamedRequest implements OpenRequests.Open {

    private final Exchange exchange;
    private volatile OutboundCall call;
    private volatile McpException failure;

    StreamedRequest(Exchange exchange) {
      this.exchange = exchange;
    }

    @Override
    public Exchange exchange() {
      return exchange;
    }

    /** Sets the HTTP call that is read from now on. */
    void reads(OutboundCall next) throws McpException {
      call = next;
      requireOpen();
    }

    @Override
    public void restarted() {
      OutboundCall now = call;
      if (now != null && exchange.deadline().remaining().isPositive()) {
        now.restart(exchange.deadline().remaining());
      }
    }

    @Override
    public void fail(McpException why) {
      failure = why;
      OutboundCall now = call;
      if (now != null) {
        now.close();
      }
    }

    /**
     * @throws McpException when the server has cancelled the request
     */
    void requireOpen() throws McpException {
      McpException why = failure;
      if (why != null) {
        throw why;
      }
    }

    /** Returns why reading failed. */
    McpException failure(IOException e) {
      if (failure != null) {
        return failure;
      }
      McpException known = McpException.ofHttp(e);
      return known.kind() == McpException.Kind.TIMEOUT ? exchange.deadline().over() : known;
    }
  }
}
