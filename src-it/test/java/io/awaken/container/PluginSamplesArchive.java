package io.awaken.container;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/**
 * The sample projects of plugins in one WAR, as one build would make it: their classes and
 * documents, the runtime's classes jar and the libraries that the runtime's WAR has.
 */
final class PluginSamplesArchive {

  private static final Path SAMPLES = Path.of("src-it/samples/plugins");
  private static final String DOCUMENTS = "META-INF/awaken/";
  private static final String LIST = "documents.txt";

  private PluginSamplesArchive() {}

  static WebArchive ofAll() throws IOException {
    WebArchive archive = ShrinkWrap.create(WebArchive.class, "plugins.war");
    var listed = new ArrayList<String>();
    for (Path project : projects()) {
      Path sources = project.resolve("src/main");
      packages(sources.resolve("java/com/example"))
          .forEach(name -> archive.addPackage("com.example." + name));
      Path documents = sources.resolve("resources").resolve(DOCUMENTS);
      for (String name : Files.readAllLines(documents.resolve(LIST))) {
        listed.add(name);
        if (!name.startsWith("#")) {
          archive.addAsResource(documents.resolve(name).toFile(), DOCUMENTS + name);
        }
      }
      archive.addAsWebInfResource(
          sources.resolve("webapp/WEB-INF/beans.xml").toFile(), "beans.xml");
    }
    archive.addAsResource(new StringAsset(String.join("\n", listed)), DOCUMENTS + LIST);
    return ShopArchive.withRuntime(archive);
  }

  private static List<Path> projects() throws IOException {
    try (Stream<Path> all = Files.list(SAMPLES)) {
      return all.filter(project -> Files.exists(project.resolve("src"))).sorted().toList();
    }
  }

  private static List<String> packages(Path parent) throws IOException {
    try (Stream<Path> all = Files.list(parent)) {
      return all.map(each -> each.getFileName().toString()).toList();
    }
  }
}
