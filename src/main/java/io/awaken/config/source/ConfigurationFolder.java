package io.awaken.config.source;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A folder of documents, {@code awaken.config.dir}, with one folder for each {@link DocumentKind},
 * each of which may be missing. Hidden files, files with other endings and nested folders are
 * ignored. Read repeatedly; files with unchanged size and time are read once. Used by one thread at
 * a time.
 */
public final class ConfigurationFolder {

  /** Bytes of a file that a reference such as <code>${file:key.txt}</code> names. */
  public static final int MAX_NAMED_BYTES = 64 << 10;

  private static final System.Logger LOG = System.getLogger(ConfigurationFolder.class.getName());

  /** The coarsest time resolution of file systems: a younger file may change unnoticed. */
  private static final Duration RECENT = Duration.ofSeconds(3);

  private static final String UNREADABLE = "unreadable";
  private static final String MISSING = "missing";

  private final Path directory;
  private final InstantSource clock;

  /** By path; null before the first time. */
  private Map<Path, Known> known;

  /**
   * A file that was read.
   *
   * @param settled whether the file had not changed for a while when it was read
   */
  private record Known(BasicFileAttributes as, boolean settled, byte[] bytes, String hash) {

    boolean still(BasicFileAttributes now) {
      return settled
          && as.size() == now.size()
          && as.lastModifiedTime().equals(now.lastModifiedTime())
          && String.valueOf(as.fileKey()).equals(String.valueOf(now.fileKey()));
    }
  }

  /**
   * @param clock judges how long ago a file was changed
   */
  public ConfigurationFolder(Path directory, InstantSource clock) {
    this.directory = directory;
    this.clock = clock;
  }

  /**
   * Reads the whole content of the folder.
   *
   * @param mentioned files that documents refer to, inside the folder or elsewhere
   * @throws NoSuchFileException when the folder is missing
   */
  public FolderContent read(Collection<Path> mentioned) throws IOException {
    if (!Files.isDirectory(directory)) {
      throw new NoSuchFileException(directory.toString(), null, "is not a directory");
    }
    var now = new HashMap<Path, Known>();
    var documents = new TreeMap<String, FolderContent.Entry>();
    for (DocumentKind kind : DocumentKind.values()) {
      for (Path path : documents(directory.resolve(kind.folder()))) {
        Known read = look(path, DocumentFile.MAX_BYTES);
        if (read != null) {
          now.put(path, read);
          String name = kind.folder() + "/" + path.getFileName();
          var file = new DocumentFile(kind, name, () -> open(name, read));
          documents.put(name, new FolderContent.Entry(file, read.hash()));
        }
      }
    }
    var others = new TreeMap<Path, String>();
    for (Path path : mentioned) {
      Known read = look(path, MAX_NAMED_BYTES);
      others.put(path, read == null ? MISSING : read.hash());
      if (read != null) {
        now.put(path, read);
      }
    }
    known = now;
    return new FolderContent(documents, others);
  }

  /** The files that are documents; warns of others the first time. */
  private List<Path> documents(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    var found = new ArrayList<Path>();
    List<Path> paths;
    try (var entries = Files.list(folder)) {
      paths = entries.filter(Files::isRegularFile).sorted().toList();
    }
    for (Path path : paths) {
      String name = path.getFileName().toString();
      if (DocumentFile.isDocument(name)) {
        found.add(path);
      } else if (known == null && !name.startsWith(".")) {
        LOG.log(Level.WARNING, "{0} is ignored: documents end in .json, .yaml or .yml", path);
      }
    }
    return found;
  }

  private static InputStream open(String name, Known read) throws IOException {
    if (read.bytes() == null) {
      throw new IOException(name + " cannot be read");
    }
    return new ByteArrayInputStream(read.bytes());
  }

  /** Returns null without such a file. */
  private Known look(Path path, int limit) {
    try {
      var now = Files.readAttributes(path, BasicFileAttributes.class);
      Known before = known == null ? null : known.get(path);
      if (before != null && before.still(now)) {
        return before;
      }
      try (InputStream in = Files.newInputStream(path)) {
        byte[] bytes = in.readNBytes(limit + 1);
        Instant settles = now.lastModifiedTime().toInstant().plus(RECENT);
        return new Known(now, settles.isBefore(clock.instant()), bytes, hash(bytes));
      }
    } catch (NoSuchFileException e) {
      return null;
    } catch (IOException e) {
      return new Known(null, false, null, UNREADABLE);
    }
  }

  private static String hash(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** The content without a folder: empty and constant. */
  public static FolderContent none() {
    return new FolderContent(new TreeMap<>(), Map.of());
  }
}
