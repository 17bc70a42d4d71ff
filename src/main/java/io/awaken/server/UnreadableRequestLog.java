package io.awaken.server;

import io.awaken.core.text.ForeignText;
import io.awaken.core.text.LogRation;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.logging.Filter;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * Replaces the stack trace that Payara and WildFly log for each request that they cannot read by
 * one line a minute at most: anybody who reaches the port could fill the log. Records of clients
 * that leave before Payara has written their error are dropped, and others pass. Thread-safe; never
 * blocks.
 */
final class UnreadableRequestLog implements Filter, AutoCloseable {

  /** The loggers of the servers' HTTP layers and servlet containers. */
  static final List<String> LOGGERS =
      List.of(
          "jakarta.enterprise.web.core",
          "jakarta.enterprise.web",
          "org.glassfish.grizzly.filterchain.DefaultFilterChain",
          "io.undertow.request");

  private static final System.Logger LOG = System.getLogger(UnreadableRequestLog.class.getName());
  private static final int MAX_REASON = 120;

  /** The methods of the servers that read a request before any filter gets it. */
  private static final Set<String> READERS =
      Set.of(
          "org.apache.catalina.connector.CoyoteAdapter.postParseRequest",
          "io.undertow.servlet.handlers.ServletPathMatchesData.getServletHandlerByPath");

  /** Where Payara writes the body of an error. */
  private static final Set<String> ERROR_PAGES =
      Set.of("org.apache.catalina.core.StandardHostValve.dispatchToErrorPage");

  /** A body whose encoding is broken. */
  private static final String BROKEN_BODY = "org.glassfish.grizzly.http.HttpBrokenContentException";

  private final LogRation ration;

  /** The loggers, which the JVM drops when nothing references them, with their earlier filters. */
  private final Map<Logger, Filter> watched = new HashMap<>();

  private UnreadableRequestLog(LongSupplier nanos) {
    ration = new LogRation(nanos);
  }

  /**
   * Watches the loggers until it is closed.
   *
   * @param nanos a monotonic clock in nanoseconds
   */
  static UnreadableRequestLog watch(LongSupplier nanos) {
    var log = new UnreadableRequestLog(nanos);
    for (String name : LOGGERS) {
      Logger logger = Logger.getLogger(name);
      log.watched.put(logger, logger.getFilter());
      logger.setFilter(log);
    }
    return log;
  }

  @Override
  public boolean isLoggable(LogRecord entry) {
    Throwable reason = entry.getThrown();
    if (reason != null && isUnreadable(reason)) {
      report(reason);
      return false;
    }
    if (reason instanceof IOException && passed(reason, ERROR_PAGES)) {
      LOG.log(Level.DEBUG, "a client left before its error was written", reason);
      return false;
    }
    return watched.entrySet().stream()
        .filter(each -> each.getKey().getName().equals(entry.getLoggerName()))
        .map(Map.Entry::getValue)
        .allMatch(before -> before == null || before.isLoggable(entry));
  }

  private static boolean isUnreadable(Throwable reason) {
    return reason.getClass().getName().equals(BROKEN_BODY) || passed(reason, READERS);
  }

  private static boolean passed(Throwable reason, Set<String> methods) {
    return Arrays.stream(reason.getStackTrace())
        .anyMatch(frame -> methods.contains(frame.getClassName() + "." + frame.getMethodName()));
  }

  private void report(Throwable reason) {
    long refused = ration.count();
    if (refused > 0) {
      LOG.log(
          Level.WARNING,
          "requests that the server cannot read: {0} refused, the last: {1}" + LogRation.FURTHER,
          refused,
          ForeignText.line(String.valueOf(reason.getMessage()), MAX_REASON));
    }
  }

  /** Removes the application's class from the loggers. */
  @Override
  public void close() {
    watched.forEach(
        (logger, before) -> {
          if (logger.getFilter() == this) {
            logger.setFilter(before);
          }
        });
  }
}
