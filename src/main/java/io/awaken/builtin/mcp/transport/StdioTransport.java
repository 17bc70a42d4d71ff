package io.awaken.builtin.mcp.transport;

import com.fasterxml.jackson.databind.JsonNode;
import io.awaken.builtin.mcp.transport.McpException.Kind;
import io.awaken.core.outbound.NdjsonReader;
import io.awaken.mcp.JsonRpcMessage;
import io.awaken.mcp.JsonRpcMessage.Notification;
import io.awaken.mcp.JsonRpcMessage.Request;
import io.awaken.mcp.JsonRpcMessage.Response;
import io.awaken.mcp.McpMeta;
import io.awaken.mcp.ProtocolVersion;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A process of our own whose messages are lines (features row 1076). What it breaks, in form or in
 * number, ends it; whoever owns this starts another one. Thread-safe.
 */
public final class StdioTransport implements McpTransport {

  private final StdioProcess process;
  private final Inbox general;
  private final Map<String, Waiting> waiting = new ConcurrentHashMap<>();
  private volatile McpException ended;

  /** Only counted by the thread that reads. */
  private int unasked;

  /** A request under way. */
  private record Waiting(CompletableFuture<Response> response, Inbox inbox) {}

  private StdioTransport(StdioProcess process, Inbox general) {
    this.process = process;
    this.general = general;
  }

  /**
   * Starts the process.
   *
   * @param general takes what the server says outside of any exchange
   * @throws McpException when there is no such program
   */
  public static StdioTransport start(StdioProcess.Program program, Inbox general)
      throws McpException {
    var transport = new StdioTransport(StdioProcess.start(program), general);
    program.threads().execute(transport::read);
    return transport;
  }

  @Override
  public Response exchange(Exchange exchange) throws McpException, InterruptedException {
    var deadline = new Deadline(exchange.limit());
    String id = exchange.request().id().asText();
    if (waiting.size() >= McpLimits.MAX_OPEN) {
      throw new McpException(
          Kind.UNREACHABLE, "it works on " + McpLimits.MAX_OPEN + " requests already");
    }
    var response = new CompletableFuture<Response>();
    waiting.put(id, new Waiting(response, exchange.inbox()));
    try {
      say(exchange.request());
      return response.get(deadline.left().toMillis() + 1, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      throw deadline.over();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof McpException known
          ? known
          : new McpException(Kind.UNREACHABLE, "it cannot be read", e);
    } finally {
      waiting.remove(id);
    }
  }

  @Override
  public void say(JsonRpcMessage message) throws McpException {
    McpException over = ended;
    if (over != null) {
      throw over;
    }
    if (!process.write(Messages.write(message))) {
      end(new McpException(Kind.UNREACHABLE, "it does not read what it is sent"));
      throw ended;
    }
  }

  private void read() {
    McpException why;
    try {
      var lines = new NdjsonReader(process.output(), McpLimits.MAX_MESSAGE);
      for (ByteBuffer line = lines.next(); line != null; line = lines.next()) {
        for (JsonRpcMessage message : Messages.read(line)) {
          take(message);
        }
      }
      why = new McpException(Kind.UNREACHABLE, "its process ended" + process.exit());
    } catch (McpException e) {
      why = e;
    } catch (IOException e) {
      why = HttpFailure.of(e);
    } catch (InterruptedException e) {
      why = new McpException(Kind.CLOSED, "it was disconnected");
    } catch (RuntimeException e) {
      why = new McpException(Kind.GARBAGE, "what it sent cannot be taken", e);
    }
    end(why);
  }

  private void take(JsonRpcMessage message) throws McpException {
    if (message instanceof Response response) {
      Waiting asked = response.id() == null ? null : waiting.get(response.id().asText());
      if (asked != null) {
        unasked = 0;
        asked.response().complete(response);
        return;
      }
    }
    if (++unasked > McpLimits.MAX_MESSAGES) {
      throw new McpException(
          Kind.FLOOD, "it sent more than " + McpLimits.MAX_MESSAGES + " messages unasked");
    }
    switch (message) {
      case Notification said -> inbox(said).notified(said);
      case Request request -> {
        Response now = general.asked(request);
        if (now != null) {
          say(now);
        }
      }
      case Response late -> {
        // Nobody waits for it any more.
      }
    }
  }

  /** Of a call when the notification names it. */
  private Inbox inbox(Notification said) {
    JsonNode token = said.params().path(McpMeta.PROGRESS_TOKEN);
    Waiting asked = token.isMissingNode() ? null : waiting.get(token.asText());
    return asked == null ? general : asked.inbox();
  }

  /** Whoever waits is told why; the process does not outlive it. */
  private void end(McpException why) {
    if (ended == null) {
      ended = why;
    }
    process.close();
    waiting.values().forEach(each -> each.response().completeExceptionally(why));
  }

  @Override
  public void speak(ProtocolVersion version) {
    // Lines carry no version beside the messages themselves.
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
}
