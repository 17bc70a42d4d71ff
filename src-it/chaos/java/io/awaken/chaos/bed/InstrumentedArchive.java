package io.awaken.chaos.bed;

import io.awaken.chaos.inside.CountedTools;
import io.awaken.chaos.inside.Failpoint;
import io.awaken.chaos.inside.Failpoints;
import io.awaken.fixture.ForwardingCommit;
import io.awaken.fixture.ForwardingMailbox;
import java.nio.file.Path;
import org.jboss.shrinkwrap.api.Filters;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.jboss.shrinkwrap.api.importer.ZipImporter;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** Adds the failpoints and the ledger tools to a copy of the built archive. */
public final class InstrumentedArchive {

  private InstrumentedArchive() {}

  public static Path of(Path archive, Path folder) {
    Path instrumented = folder.resolve("awaken.war");
    ShrinkWrap.create(ZipImporter.class, "awaken.war")
        .importFrom(archive.toFile())
        .as(WebArchive.class)
        .addPackages(false, Filters.exclude(".*Test\\.class"), CountedTools.class.getPackage())
        .addClasses(Failpoint.class, Failpoints.class)
        .addClasses(ForwardingCommit.class, ForwardingMailbox.class)
        .as(ZipExporter.class)
        .exportTo(instrumented.toFile(), true);
    return instrumented;
  }
}
