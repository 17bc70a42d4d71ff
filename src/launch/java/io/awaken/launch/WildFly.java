package io.awaken.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * WildFly with the configuration of {@code server-config/wildfly}. All servers of a build read the
 * same installation; each writes into a base folder of its own.
 *
 * @param folder the folder with its configuration, data and log
 */
record WildFly(Installation at, HttpAddress http, Path folder) implements ServerCommand {

  /** Names the archive; the runtime name makes the root its context whatever the file name. */
  private static final String DEPLOYMENT =
      """
          <deployments>
              <deployment name="awaken.war" runtime-name="ROOT.war">
                  <fs-archive path="%s"/>
              </deployment>
          </deployments>
      """;

  /** Packages that {@code bin/standalone.sh} opens. */
  private static final List<String> OPENED =
      List.of(
          "java.base/java.lang",
          "java.base/java.lang.invoke",
          "java.base/java.lang.reflect",
          "java.base/java.io",
          "java.base/java.net",
          "java.base/java.security",
          "java.base/java.util",
          "java.base/java.util.concurrent",
          "java.management/javax.management",
          "java.naming/javax.naming");

  /** Prepares a new, empty base folder. */
  static WildFly prepare(Installation at, HttpAddress http)
      throws IOException, InterruptedException, LaunchFailed {
    Path prepared = WildFlyConfiguration.prepare(at);
    Path base = Folders.replace(at.work().resolve("wildfly"));
    Path configuration = Folders.createPrivate(base.resolve("configuration"));
    Folders.copyFiles(prepared, configuration);
    deploy(at.archive(), configuration.resolve(WildFlyConfiguration.MAIN));
    return new WildFly(at, http, base);
  }

  /** Adds the archive to a document of a server. */
  static void deploy(Path archive, Path document) throws IOException {
    String text = Files.readString(document);
    int end = text.lastIndexOf("</server>");
    String path = escaped(archive.toAbsolutePath().toString());
    Files.writeString(
        document, text.substring(0, end) + DEPLOYMENT.formatted(path) + text.substring(end));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
  }

  @Override
  public List<String> arguments(Path properties) {
    var arguments = new ArrayList<>(modules(at.server()));
    arguments.addAll(
        0,
        Stream.concat(
                OPENED.stream().map(each -> "--add-opens=" + each + "=ALL-UNNAMED"),
                Stream.of(
                    "-Dlogging.configuration=" + at.config().resolve("logging.properties").toUri()))
            .toList());
    arguments.addAll(
        List.of(
            "org.jboss.as.standalone",
            "-Djboss.home.dir=" + at.server(),
            "-Djboss.server.base.dir=" + folder,
            "-Djboss.http.port=" + http.port(),
            // Any free one of the loopback address: so that servers on other ports do not conflict.
            "-Djboss.management.http.port=0",
            "-b",
            http.address().getHostAddress(),
            "-c",
            WildFlyConfiguration.MAIN,
            "-P",
            properties.toUri().toString()));
    return arguments;
  }

  /** Starts JBoss Modules; the name of a module and its arguments follow. */
  static List<String> modules(Path home) {
    return List.of(
        "-jar",
        home.resolve("jboss-modules.jar").toString(),
        "-mp",
        home.resolve("modules").toString());
  }
}
