package io.awaken.process;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.awaken.fixture.LibraryTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;

/** Compares the libraries in the built archive with the bill of materials and the documents. */
class BillOfMaterialsIT {

  private static final String LIBRARIES = "WEB-INF/lib/";

  @Test
  void theArchiveTheBillAndTheDocumentsNameTheSameLibraries() throws IOException {
    Set<String> carried = carried();
    assertThat(carried).isNotEmpty();
    assertThat(documented()).isEqualTo(carried);
    assertThat(billed()).isEqualTo(carried);
  }

  @Test
  void theBillGivesLicenceAndHashOfEachLibrary() throws IOException {
    for (JsonNode component : components()) {
      String name = component.path("name").asText();
      assertThat(component.path("licenses")).as(name).isNotEmpty();
      assertThat(component.path("hashes").findValuesAsText("alg")).as(name).contains("SHA-256");
      assertThat(component.path("purl").asText()).startsWith("pkg:maven/").contains(name);
    }
  }

  private static Set<String> carried() throws IOException {
    try (var archive = new ZipFile(archive().toFile())) {
      return archive.stream()
          .map(entry -> entry.getName())
          .filter(name -> name.startsWith(LIBRARIES) && name.endsWith(".jar"))
          .map(name -> name.substring(LIBRARIES.length(), name.length() - ".jar".length()))
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  private static Set<String> documented() throws IOException {
    return LibraryTable.read(Path.of("docs/dependencies.md")).entrySet().stream()
        .map(row -> row.getKey() + "-" + row.getValue())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static Set<String> billed() throws IOException {
    var names = new TreeSet<String>();
    for (JsonNode component : components()) {
      names.add(component.path("name").asText() + "-" + component.path("version").asText());
    }
    return names;
  }

  private static JsonNode components() throws IOException {
    Path bill = archive().resolveSibling("awaken-sbom.json");
    return new ObjectMapper().readTree(bill.toFile()).path("components");
  }

  private static Path archive() {
    return Path.of(System.getProperty("awaken.archive", "target/awaken.war")).toAbsolutePath();
  }
}
