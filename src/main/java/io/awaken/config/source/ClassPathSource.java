package io.awaken.config.source;

import java.io.BufferedReader;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Documents on an application's class path, under {@value #FOLDER}. Servers list folders of an
 * archive differently, so the file {@value #INDEX} names them: one line each, such as {@code
 * agents/clerk.yaml}; blank lines and those that begin with {@code #} are ignored.
 */
public final class ClassPathSource implements DocumentSource {

  public static final String FOLDER = "META-INF/awaken/";
  public static final String INDEX = FOLDER + "documents.txt";

  private final ClassLoader loader;

  public ClassPathSource(ClassLoader loader) {
    this.loader = loader;
  }

  @Override
  public List<DocumentFile> files() throws IOException {
    var files = new ArrayList<DocumentFile>();
    for (URL index : Collections.list(loader.getResources(INDEX))) {
      for (String line : lines(index)) {
        files.add(file(line));
      }
    }
    return files;
  }

  private static List<String> lines(URL index) throws IOException {
    try (var reader =
        new BufferedReader(new InputStreamReader(index.openStream(), StandardCharsets.UTF_8))) {
      return reader
          .lines()
          .map(String::strip)
          .filter(line -> !line.isEmpty() && !line.startsWith("#"))
          .toList();
    }
  }

  private DocumentFile file(String name) throws IOException {
    Optional<DocumentKind> kind =
        Stream.of(DocumentKind.values())
            .filter(candidate -> name.startsWith(candidate.folder() + "/"))
            .findFirst();
    if (kind.isEmpty() || !DocumentFile.isDocument(name.substring(name.lastIndexOf('/') + 1))) {
      throw new IOException(INDEX + " names " + name + ", which is not a document");
    }
    return new DocumentFile(kind.get(), FOLDER + name, () -> open(FOLDER + name));
  }

  private InputStream open(String resource) throws IOException {
    InputStream in = loader.getResourceAsStream(resource);
    if (in == null) {
      throw new FileNotFoundException(resource);
    }
    return in;
  }
}
