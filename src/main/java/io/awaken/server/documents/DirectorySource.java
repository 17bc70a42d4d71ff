package io.awaken.server.documents;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Documents of a directory on disk, {@code awaken.config.dir}: its folders {@code agents}, {@code
 * models} and {@code providers}, each of which may be missing. Hidden files and files with other
 * endings are passed over; folders within the folders are not entered.
 */
public final class DirectorySource implements DocumentSource {

  private static final System.Logger LOG = System.getLogger(DirectorySource.class.getName());

  private final Path directory;

  public DirectorySource(Path directory) {
    this.directory = directory;
  }

  /**
   * @throws NoSuchFileException when the directory itself is missing
   */
  @Override
  public List<DocumentFile> files() throws IOException {
    if (!Files.isDirectory(directory)) {
      throw new NoSuchFileException(directory.toString(), null, "is no directory");
    }
    var files = new ArrayList<DocumentFile>();
    for (DocumentKind kind : DocumentKind.values()) {
      Path folder = directory.resolve(kind.folder());
      if (Files.isDirectory(folder)) {
        addAll(kind, folder, files);
      }
    }
    return files;
  }

  private static void addAll(DocumentKind kind, Path folder, List<DocumentFile> files)
      throws IOException {
    List<Path> paths;
    try (var entries = Files.list(folder)) {
      paths = entries.filter(Files::isRegularFile).sorted().toList();
    }
    for (Path path : paths) {
      String name = path.getFileName().toString();
      if (DocumentFile.isDocument(name)) {
        files.add(
            new DocumentFile(kind, kind.folder() + "/" + name, () -> Files.newInputStream(path)));
      } else if (!name.startsWith(".")) {
        LOG.log(
            System.Logger.Level.WARNING,
            "{0} is passed over: documents end in .json, .yaml or .yml",
            path);
      }
    }
  }
}
