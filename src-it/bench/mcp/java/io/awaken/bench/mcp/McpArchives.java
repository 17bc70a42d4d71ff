package io.awaken.bench.mcp;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.jboss.shrinkwrap.api.importer.ZipImporter;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** Builds the archives of both servers. */
final class McpArchives {

  /** The SDK with its Jackson 2 binding, which the schema validator of this class path needs. */
  private static final Pattern OF_SDK =
      Pattern.compile(
          "(mcp-core|mcp-json-jackson2|reactor-core|reactive-streams|json-schema-validator|itu"
              + "|jackson-(core|databind|annotations|dataformat-yaml)|snakeyaml|slf4j-api)"
              + "-[0-9][^/]*\\.jar");

  private McpArchives() {}

  /** Awaken's archive with the tools. */
  static Path ours(Path built, Path folder) {
    return written(
        ShrinkWrap.create(ZipImporter.class, "awaken.war")
            .importFrom(built.toFile())
            .as(WebArchive.class)
            .addClasses(EchoTools.class)
            .addClasses(McpResources.classes()),
        folder.resolve("awaken-echo.war"));
  }

  /** An archive with the same tools on the SDK. */
  static Path sdk(Path folder) {
    File[] libraries =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(File::new)
            .filter(file -> OF_SDK.matcher(file.getName()).matches())
            .toArray(File[]::new);
    return written(
        ShrinkWrap.create(WebArchive.class, "sdk.war")
            .addClasses(SdkServer.class, SdkServer.Health.class, EchoTools.class)
            .addAsLibraries(libraries),
        folder.resolve("sdk.war"));
  }

  private static Path written(WebArchive archive, Path file) {
    archive.as(ZipExporter.class).exportTo(file.toFile(), true);
    return file;
  }
}
