package io.awaken.builtin.mcp.transport;

import io.awaken.builtin.mcp.transport.McpException.Kind;
import io.awaken.builtin.mcp.transport.McpTransport.Exchange;
import io.awaken.builtin.mcp.transport.McpTransport.MessageHandler;
import io.awaken.core.outbound.MessageReader;
import io.awaken.rpc.JsonRpcMessage;
import io.awaken.rpc.JsonRpcMessage.Notification;
import io.awaken.rpc.JsonRpcMessage.Request;
import io.awaken.rpc.JsonRpcMessage.Response;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Matches requests with their responses where all messages of a server arrive on one channel: a
 * process's output, or an event stream. One thread reads the channel; requests may come from any.
 */
final class SharedChannel {

  private final OpenRequests<Awaited> open = new OpenRequests<>();
  private final MessageHandler inbox;
  private final Sender sender;

  /** Used only by the reading thread. */
  private int unasked;

  /** Sends a message to the server. */
  interface Sender {
    void send(JsonRpcMessage message) throws McpException, InterruptedException;
  }

  private record Awaited(Exchange exchange, CompletableFuture<Response> response)
      implements OpenRequests.Open {

    @Override
    public void fail(McpException why) {
      response.completeExceptionally(why);
    }

    /** Progress may restart the deadline while this waits. */
    Response await() throws McpException, InterruptedException {
      while (true) {
        try {
          return response.get(exchange.deadline().left().toMillis() + 1, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
          // The time left decides.
        } catch (ExecutionException e) {
          throw e.getCause() instanceof McpException known
              ? known
              : new McpException(Kind.UNREACHABLE, "it cannot be read", e);
        }
      }
    }
  }

  /**
   * @param general receives messages outside of exchanges
   * @param sender sends answers to the server's requests, on the reading thread
   */
  SharedChannel(MessageHandler general, Sender sender) {
    this.inbox = open.before(general);
    this.sender = sender;
  }

  /**
   * Sends a request and waits for its response.
   *
   * @param request sends it
   */
  Response exchange(Exchange exchange, Sender request) throws McpException, InterruptedException {
    if (open.all().size() >= McpLimits.MAX_OPEN) {
      throw new McpException(
          Kind.UNREACHABLE, "it already works on " + McpLimits.MAX_OPEN + " requests");
    }
    var awaited = new Awaited(exchange, new CompletableFuture<>());
    open.add(awaited);
    try {
      request.send(exchange.request());
      return awaited.await();
    } finally {
      open.remove(awaited);
    }
  }

  /**
   * Reads and delivers messages until they end.
   *
   * @param noise receives what is no message
   * @param end describes the regular end
   * @return why no more can be read
   */
  McpException read(MessageReader messages, Consumer<String> noise, Supplier<String> end) {
    try {
      for (ByteBuffer data = messages.next(); data != null; data = messages.next()) {
        for (JsonRpcMessage message : Messages.readOrSkip(data, noise)) {
          take(message);
        }
      }
      return new McpException(Kind.UNREACHABLE, end.get());
    } catch (McpException e) {
      return e;
    } catch (IOException e) {
      return McpException.ofHttp(e);
    } catch (InterruptedException e) {
      return new McpException(Kind.CLOSED, "it was disconnected");
    } catch (RuntimeException e) {
      return new McpException(Kind.GARBAGE, "it sent an invalid message", e);
    }
  }

  /**
   * Delivers a message that was read.
   *
   * @throws McpException when it exceeds a limit, or an answer cannot be sent
   */
  private void take(JsonRpcMessage message) throws McpException, InterruptedException {
    if (message instanceof Response response) {
      Awaited asked = open.find(response.id());
      if (asked != null) {
        unasked = 0;
        asked.response().complete(response);
        return;
      }
    }
    if (++unasked > McpLimits.MAX_MESSAGES) {
      throw new McpException(
          Kind.FLOOD, "it sent more than " + McpLimits.MAX_MESSAGES + " unrequested messages");
    }
    switch (message) {
      case Notification notification -> inbox.notified(notification);
      case Request request -> {
        Response now = inbox.asked(request);
        if (now != null) {
          sender.send(now);
        }
      }
      case Response late -> {
        // The request is no longer open.
      }
    }
  }

  /** Fails one request, if it is still open. */
  void fail(Request request, McpException why) {
    Awaited asked = open.find(request.id());
    if (asked != null) {
      asked.fail(why);
    }
  }

  /** Fails all open requests. */
  void fail(McpException why) {
    open.all().forEach(each -> each.fail(why));
  }
}
