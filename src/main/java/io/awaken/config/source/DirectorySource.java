package io.awaken.config.source;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Documents of a directory on disk, {@code awaken.config.dir}: its folders {@code agents}, {@code
 * models}, {@code providers} and {@code mcp-servers}, each of which may be missing. Hidden files,
 * files with other endings and nested folders are ignored.
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
    return list(directory, DirectorySource::warn).stream()
        .map(file -> new DocumentFile(file.kind(), file.name(), file::open))
        .toList();
  }

  /**
   * A document of a directory.
   *
   * @param name relative to the directory, as errors name it
   */
  record Listed(DocumentKind kind, String name, Path path) {
    private InputStream open() throws IOException {
      return Files.newInputStream(path);
    }
  }

  /**
   * The documents of a directory, in order of folders and names.
   *
   * @param passedOver receives files that are not documents
   */
  static List<Listed> list(Path directory, Consumer<Path> passedOver) throws IOException {
    if (!Files.isDirectory(directory)) {
      throw new NoSuchFileException(directory.toString(), null, "is not a directory");
    }
    var files = new ArrayList<Listed>();
    for (DocumentKind kind : DocumentKind.values()) {
      Path folder = directory.resolve(kind.folder());
      if (Files.isDirectory(folder)) {
        addAll(kind, folder, files, passedOver);
      }
    }
    return files;
  }

  static void warn(Path passedOver) {
    LOG.log(
        System.Logger.Level.WARNING,
        "{0} is ignored: documents end in .json, .yaml or .yml",
        passedOver);
  }

  private static void addAll(
      DocumentKind kind, Path folder, List<Listed> files, Consumer<Path> passedOver)
      throws IOException {
    List<Path> paths;
    try (var entries = Files.list(folder)) {
      paths = entries.filter(Files::isRegularFile).sorted().toList();
    }
    for (Path path : paths) {
      String name = path.getFileName().toString();
      if (DocumentFile.isDocument(name)) {
        files.add(new Listed(kind, kind.folder() + "/" + name, path));
      } else if (!name.startsWith(".")) {
        passedOver.accept(path);
      }
    }
  }
}
