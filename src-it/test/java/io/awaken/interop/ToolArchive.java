package io.awaken.interop;

import java.io.File;
import java.nio.file.Path;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.jboss.shrinkwrap.api.importer.ZipImporter;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** The archive as built, with additional tools. */
final class ToolArchive {

  private ToolArchive() {}

  /**
   * Writes the archive.
   *
   * @param folder of the written file
   * @param tools beans whose methods are tools
   */
  static Path in(Path folder, Class<?>... tools) {
    Path archive = folder.resolve("awaken.war");
    ShrinkWrap.create(ZipImporter.class, "awaken.war")
        .importFrom(new File(System.getProperty("awaken.archive")))
        .as(WebArchive.class)
        .addClasses(tools)
        .as(ZipExporter.class)
        .exportTo(archive.toFile());
    return archive;
  }
}
