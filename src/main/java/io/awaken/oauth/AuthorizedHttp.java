package io.awaken.oauth;

import io.awaken.core.outbound.AddressRefused;
import io.awaken.core.outbound.AnswerHead;
import io.awaken.core.outbound.GuardedHttp;
import io.awaken.core.outbound.GuardedLimits;
import io.awaken.core.outbound.OutboundCall;
import io.awaken.core.outbound.OutboundRequest;
import io.awaken.oauth.Credentials.Challenge;
import io.awaken.oauth.Credentials.ServerToken;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashMap;

/**
 * Sends requests to one server with a token. A rejected token is renewed, and one with an
 * insufficient scope replaced, each once per request. Thread-safe.
 */
final class AuthorizedHttp implements GuardedHttp {

  private static final int UNAUTHORIZED = 401;
  private static final int FORBIDDEN = 403;

  private final GuardedHttp http;
  private final Credentials credentials;

  AuthorizedHttp(GuardedHttp http, Credentials credentials) {
    this.http = http;
    this.credentials = credentials;
  }

  @Override
  public void check(URI address) throws AddressRefused {
    http.check(address);
  }

  @Override
  public OutboundCall open(OutboundRequest request, GuardedLimits limits) {
    return new Call(request, limits);
  }

  private final class Call implements OutboundCall {

    private final OutboundRequest request;
    private final GuardedLimits limits;
    private final long begin = System.nanoTime();
    private volatile OutboundCall sent;
    private volatile boolean closed;

    Call(OutboundRequest request, GuardedLimits limits) {
      this.request = request;
      this.limits = limits;
    }

    @Override
    public AnswerHead head() throws IOException, InterruptedException {
      ServerToken token = credentials.current();
      AnswerHead head = send(token);
      if (head.status() == UNAUTHORIZED) {
        sent.close();
        token = credentials.next(token, Challenge.of(head));
        head = send(token);
        if (head.status() == UNAUTHORIZED) {
          throw new AccessRefused("it rejected a newly issued token");
        }
      }
      if (head.status() == FORBIDDEN && Challenge.of(head).requiresMoreScope()) {
        sent.close();
        head = send(credentials.wider(token, Challenge.of(head)));
      }
      return head;
    }

    private AnswerHead send(ServerToken token) throws IOException, InterruptedException {
      var headers = new HashMap<>(request.headers());
      if (token != null) {
        headers.put("Authorization", "Bearer " + token.value());
      }
      Duration left = limits.total().minusNanos(System.nanoTime() - begin);
      if (!left.isPositive()) {
        throw new java.net.http.HttpTimeoutException("no token was issued in time");
      }
      OutboundCall call =
          http.open(
              new OutboundRequest(request.method(), request.address(), headers, request.body()),
              new GuardedLimits(left, limits.maxBytes(), limits.redirects()));
      sent = call;
      if (closed) {
        call.close();
      }
      return call.head();
    }

    @Override
    public ByteBuffer read() throws IOException, InterruptedException {
      return sent.read();
    }

    @Override
    public void idle(Duration most) {
      sent.idle(most);
    }

    @Override
    public void restart(Duration total) {
      OutboundCall call = sent;
      if (call != null) {
        call.restart(total);
      }
    }

    @Override
    public void finish() throws InterruptedException {
      sent.finish();
    }

    @Override
    public void close() {
      closed = true;
      OutboundCall call = sent;
      if (call != null) {
        call.close();
      }
    }
  }
}
