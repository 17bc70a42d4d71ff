package io.awaken.server.documents;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ArchiveSourceTest {

  private static final String SHOP = "/WEB-INF/awaken/agents/shop.yaml";

  @Test
  void documentsOfTheArchiveAreFoundByFolder() {
    Map<String, Set<String>> archive =
        Map.of(
            "/WEB-INF/awaken/agents/",
            Set.of(SHOP, "/WEB-INF/awaken/agents/notes.txt", "/WEB-INF/awaken/agents/more/"));

    var files =
        new ArchiveSource(archive::get, path -> new ByteArrayInputStream(new byte[0])).files();

    assertThat(files).extracting(DocumentFile::name).containsExactly(SHOP.substring(1));
    assertThat(files.getFirst().baseName()).isEqualTo("shop");
  }
}
