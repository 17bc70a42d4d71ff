package io.awaken.server;

import io.awaken.core.commit.ThreadLimits;
import io.awaken.core.commit.WindowLimits;
import io.awaken.core.context.ContextLimits;
import io.awaken.core.context.HistoryBudget;
import io.awaken.http.security.CallerRules;
import io.awaken.http.security.RequestLimits;
import io.awaken.http.stream.StreamSettings;
import io.awaken.server.config.Setting;
import io.awaken.server.config.Settings;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;

/** MicroProfile Config as this application sees it, on whatever thread it is asked. */
final class ServerConfiguration {

  private static final Config CONFIG =
      ConfigProvider.getConfig(ServerConfiguration.class.getClassLoader());

  private ServerConfiguration() {}

  static Optional<String> find(String key) {
    return CONFIG.getOptionalValue(key, String.class);
  }

  /**
   * @throws IllegalStateException naming every key that is wrong
   */
  static Settings settings() {
    return new Settings(ServerConfiguration::find).checked();
  }

  static RequestLimits requests(Settings settings) {
    return new RequestLimits(
        settings.count(Setting.MAX_REQUESTS),
        settings.count(Setting.MAX_BODY),
        RequestLimits.DEFAULTS.retryAfterSeconds(),
        orOfHeap(settings.size(Setting.BODY_MEMORY), 16));
  }

  /** How much a thread may hold. */
  static ThreadLimits threads(Settings settings) {
    return new ThreadLimits(
        settings.count(Setting.THREAD_MESSAGES), settings.size(Setting.THREAD_BYTES));
  }

  /** What bounds each run. */
  static ContextLimits context(Settings settings) {
    var window =
        new WindowLimits(
            settings.size(Setting.HISTORY_BYTES), settings.count(Setting.HISTORY_MESSAGES));
    return new ContextLimits(
        window,
        threads(settings),
        settings.size(Setting.MAX_REQUEST),
        settings.size(Setting.MAX_ANSWER));
  }

  /** What all runs share. */
  static HistoryBudget history(Settings settings) {
    return new HistoryBudget(orOfHeap(settings.size(Setting.HISTORY_MEMORY), 4));
  }

  private static long orOfHeap(long set, int part) {
    return set > 0 ? set : Runtime.getRuntime().maxMemory() / part;
  }

  /**
   * @param toolRoles roles that tools name
   */
  static CallerRules callers(Settings settings, Set<String> toolRoles) {
    var roles = new HashSet<>(toolRoles);
    roles.addAll(settings.names(Setting.ROLES));
    settings.text(Setting.ADMIN_ROLE).ifPresent(roles::add);
    return new CallerRules(
        settings.choice(Setting.ANONYMOUS).equals("true"),
        settings.text(Setting.TENANT_CLAIM).orElseThrow(),
        settings.text(Setting.ROLES_CLAIM).orElseThrow(),
        roles);
  }

  static StreamSettings streams(Settings settings) {
    var defaults = StreamSettings.DEFAULTS;
    var times =
        new StreamSettings.Times(
            settings.duration(Setting.HEARTBEAT),
            settings.duration(Setting.WRITE_DEADLINE),
            settings.duration(Setting.STREAM_AGE),
            settings.duration(Setting.STREAM_POLL),
            defaults.times().firstPoll());
    return new StreamSettings(
        settings.count(Setting.STREAMS_PER_CALLER),
        settings.count(Setting.STREAMS_PER_NODE),
        settings.count(Setting.STREAM_QUEUE_EVENTS),
        settings.count(Setting.STREAM_QUEUE_BYTES),
        settings.count(Setting.STREAM_PAGE),
        times);
  }
}
