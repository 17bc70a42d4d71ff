package io.awaken.container;

import io.awaken.process.Documents;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.stream.Stream;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.importer.ZipImporter;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** The archive as built, so that the tests cover what is released. */
final class AwakenArchive {

  private static final String FOLDER = "META-INF/awaken/";

  private AwakenArchive() {}

  static WebArchive asBuilt() {
    return ShrinkWrap.create(ZipImporter.class, "awaken.war")
        .importFrom(new File(System.getProperty("awaken.archive", "target/awaken.war")))
        .as(WebArchive.class);
  }

  /** The archive as built, with documents on its class path. */
  static WebArchive with(Documents documents) throws IOException {
    WebArchive archive = asBuilt();
    var names = new ArrayList<String>();
    try (Stream<Path> files = Files.walk(documents.folder())) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path name = documents.folder().relativize(file);
        names.add(name.toString());
        archive.addAsResource(file.toFile(), FOLDER + name);
      }
    }
    return archive.addAsResource(
        new StringAsset(String.join("\n", names)), FOLDER + "documents.txt");
  }
}
