package io.awaken.server.documents;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * Documents that a WAR brings along in its folder {@value #FOLDER}, with the same folders as the
 * directory on disk. Made from a servlet context: {@code new
 * ArchiveSource(context::getResourcePaths, context::getResourceAsStream)}.
 */
public final class ArchiveSource implements DocumentSource {

  public static final String FOLDER = "/WEB-INF/awaken/";

  private final Function<String, Set<String>> paths;
  private final Function<String, InputStream> open;

  /**
   * @param paths lists a folder of the archive, null when there is none
   * @param open opens a file of the archive, null when there is none
   */
  public ArchiveSource(Function<String, Set<String>> paths, Function<String, InputStream> open) {
    this.paths = paths;
    this.open = open;
  }

  @Override
  public List<DocumentFile> files() {
    var files = new ArrayList<DocumentFile>();
    for (DocumentKind kind : DocumentKind.values()) {
      Set<String> found = paths.apply(FOLDER + kind.folder() + "/");
      for (String path : found == null ? Set.<String>of() : new TreeSet<>(found)) {
        if (DocumentFile.isDocument(path.substring(path.lastIndexOf('/') + 1))) {
          files.add(new DocumentFile(kind, path.substring(1), () -> stream(path)));
        }
      }
    }
    return files;
  }

  private InputStream stream(String path) throws IOException {
    InputStream in = open.apply(path);
    if (in == null) {
      throw new FileNotFoundException(path);
    }
    return in;
  }
}
