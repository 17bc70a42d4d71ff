package io.awaken.container;

import java.io.File;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.importer.ZipImporter;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** The archive as the build made it, so that what is tested is what is shipped. */
final class AwakenArchive {
  private AwakenArchive() {}

  static WebArchive asBuilt() {
    return ShrinkWrap.create(ZipImporter.class, "awaken.war")
        .importFrom(new File(System.getProperty("awaken.archive", "target/awaken.war")))
        .as(WebArchive.class);
  }
}
