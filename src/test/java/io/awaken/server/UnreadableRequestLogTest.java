package io.awaken.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.core.text.LogRation;
import io.awaken.fixture.Attacks;
import io.awaken.fixture.CapturedLog;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A request that the server cannot read costs no page of the log. */
@Attacks("S29")
class UnreadableRequestLogTest {

  private final Logger server = Logger.getLogger(UnreadableRequestLog.LOGGERS.getFirst());
  private final AtomicLong nanos = new AtomicLong();

  @AutoClose private final CapturedLog ofServer = new CapturedLog(server.getName());
  @AutoClose private final CapturedLog own = new CapturedLog(UnreadableRequestLog.class);

  private UnreadableRequestLog log = UnreadableRequestLog.watch(nanos::get);

  @AfterEach
  void stop() {
    log.close();
  }

  @ParameterizedTest
  @CsvSource({
    "org.apache.catalina.connector.CoyoteAdapter, postParseRequest",
    "io.undertow.servlet.handlers.ServletPathMatchesData, getServletHandlerByPath"
  })
  void manyUnreadableRequestsAreOneLineAMinute(String reader, String method) {
    for (int i = 0; i < 500; i++) {
      server.log(unreadable("Illegal hex characters\r\nin %zz", reader, method));
    }
    nanos.addAndGet(LogRation.INTERVAL.toNanos());
    server.log(unreadable("Host is not set", reader, method));

    assertThat(ofServer.warnings()).isEmpty();
    assertThat(own.warnings())
        .containsExactly(
            "requests that the server cannot read: 1 refused, the last: Illegal hex characters in"
                + " %zz; further ones are counted, and reported after PT1M at the earliest",
            "requests that the server cannot read: 500 refused, the last: Host is not set; further"
                + " ones are counted, and reported after PT1M at the earliest");
  }

  @ParameterizedTest
  @ValueSource(strings = {"io.awaken.http.api.run.RunsResource", "org.glassfish.jersey.Anything"})
  void otherFailuresAreLoggedAsBefore(String where) {
    var failure = new IllegalStateException("broken");
    failure.setStackTrace(new StackTraceElement[] {new StackTraceElement(where, "m", null, 1)});

    server.log(entry(failure));
    server.log(entry(null));

    assertThat(ofServer.warnings())
        .containsExactly("An exception occurred: broken", "An exception occurred");
  }

  @ParameterizedTest
  @CsvSource({"dispatchToErrorPage, 0", "invoke, 1"})
  void onlyAClientThatLeavesBeforeItsErrorIsWrittenIsNoNews(String method, int logged) {
    var closed = new IOException("Connection is closed");
    closed.setStackTrace(
        new StackTraceElement[] {
          new StackTraceElement("org.apache.catalina.core.StandardHostValve", method, null, 1)
        });

    server.log(entry(closed));

    assertThat(ofServer.warnings()).hasSize(logged);
  }

  @Test
  void whatWasFilteredBeforeStaysFiltered() {
    log.close();
    server.setFilter(entry -> false);
    log = UnreadableRequestLog.watch(nanos::get);

    server.log(entry(new IllegalStateException("broken")));
    log.close();

    assertThat(ofServer.warnings()).isEmpty();
    assertThat(server.getFilter().isLoggable(entry(null))).isFalse();
    server.setFilter(null);
  }

  private static LogRecord unreadable(String message, String reader, String method) {
    var failure = new IllegalArgumentException(message);
    failure.setStackTrace(
        new StackTraceElement[] {
          new StackTraceElement("org.glassfish.grizzly.http.util.URLDecoder", "decode", null, 1),
          new StackTraceElement(reader, method, null, 1)
        });
    return entry(failure);
  }

  private static LogRecord entry(Throwable thrown) {
    var entry = new LogRecord(Level.SEVERE, "An exception occurred");
    entry.setLoggerName(UnreadableRequestLog.LOGGERS.getFirst());
    entry.setThrown(thrown);
    return entry;
  }
}
