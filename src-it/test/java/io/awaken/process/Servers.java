package io.awaken.process;

import io.awaken.launch.LaunchFailed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/** Starts the kind of server that this build tests. */
public final class Servers {

  private static final boolean WILDFLY = "wildfly".equals(System.getProperty("arquillian.launch"));

  private Servers() {}

  /** Whether this build tests WildFly; Payara Micro otherwise. */
  public static boolean isWildFly() {
    return WILDFLY;
  }

  /** Starts WildFly with this archive and only these settings. */
  public static ServerProcess startWildFly(
      Path work, Properties settings, Path archive, List<String> jvm)
      throws IOException, InterruptedException {
    return watched(WildFlyServer.start(work, settings, archive, jvm, WildFlyServer.Change.NONE));
  }

  /**
   * Starts a server with the documents and data of a workplace; intervals are short, so that tests
   * need not wait.
   */
  static ServerProcess start(Workplace at, Map<String, String> more)
      throws IOException, InterruptedException, LaunchFailed {
    Path work = at.nextStart();
    Properties settings = settings(at, more);
    return watched(
        WILDFLY
            ? WildFlyServer.start(
                work, settings, at.deployed(), at.jvm(), WildFlyServer.Change.NONE)
            : PayaraServer.start(work, settings, at.deployed(), at.jvm()));
  }

  /** Starts a server whose application can be undeployed while it runs. */
  static ServerProcess startUndeployable(Workplace at, Map<String, String> more)
      throws IOException, InterruptedException, LaunchFailed {
    Path work = at.nextStart();
    Properties settings = settings(at, more);
    return watched(
        WILDFLY
            ? WildFlyServer.start(
                work, settings, at.deployed(), at.jvm(), WildFlyServer.Change.NONE)
            : PayaraServer.startUndeployable(work, settings));
  }

  /** Starts WildFly with a configuration that differs from the documented one. */
  static ServerProcess startWildFly(
      Workplace at, WildFlyServer.Change change, Map<String, String> more)
      throws IOException, InterruptedException {
    Path work = at.nextStart();
    return watched(WildFlyServer.start(work, settings(at, more), at.deployed(), at.jvm(), change));
  }

  /** Stops the server with the build, also if the build is aborted. */
  private static ServerProcess watched(ServerProcess server) {
    Runtime.getRuntime().addShutdownHook(new Thread(server::close));
    return server;
  }

  private static Properties settings(Workplace at, Map<String, String> more) {
    Properties settings = new Properties();
    settings.setProperty("awaken.data.dir", at.data().toString());
    settings.setProperty("awaken.config.dir", at.documents().folder().toString());
    // Longer than a pause of a slow machine, shorter than a restart.
    settings.setProperty("awaken.mailbox.lease", "PT10S");
    settings.setProperty("awaken.mailbox.renew", "PT1S");
    settings.setProperty("awaken.mailbox.poll", "PT1S");
    settings.setProperty("awaken.mailbox.sweep", "PT1S");
    settings.putAll(more);
    return settings;
  }
}
