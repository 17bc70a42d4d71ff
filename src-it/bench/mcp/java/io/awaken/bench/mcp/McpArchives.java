package io.awaken.bench.mcp;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.jboss.shrinkwrap.api.importer.ZipImporter;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** The archives of both servers. */
final class McpArchives {

  /** The SDK and what it needs, on the class path of this profile. */
  private static final Pattern OF_SDK =
      Pattern.compile(
          "(mcp|mcp-core|mcp-json-jackson3|reactor-core|reactive-streams|jackson-annotations"
              + "|json-schema-validator|itu|slf4j-api)-[0-9][^/]*\\.jar");

  /** Jackson 3 has its own group, and the same names as Jackson 2. */
  private static final Pattern JACKSON =
      Pattern.compile("jackson-(core|databind|.*yaml)-3[^/]*\\.jar");

  private McpArchives() {}

  /** Ours as built, with the tools. */
  static Path ours(Path built, Path folder) {
    return written(
        ShrinkWrap.create(ZipImporter.class, "awaken.war")
            .importFrom(built.toFile())
            .as(WebArchive.class)
            .addClasses(EchoTools.class),
        folder.resolve("awaken-echo.war"));
  }

  /** The same tools on the SDK. */
  static Path sdk(Path folder) {
    File[] libraries =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(File::new)
            .filter(file -> matches(file.getName()))
            .toArray(File[]::new);
    return written(
        ShrinkWrap.create(WebArchive.class, "sdk.war")
            .addClasses(SdkServer.class, SdkServer.Health.class, EchoTools.class)
            .addAsLibraries(libraries),
        folder.resolve("sdk.war"));
  }

  private static boolean matches(String name) {
    return OF_SDK.matcher(name).matches() || JACKSON.matcher(name).matches();
  }

  private static Path written(WebArchive archive, Path file) {
    archive.as(ZipExporter.class).exportTo(file.toFile(), true);
    return file;
  }
}
