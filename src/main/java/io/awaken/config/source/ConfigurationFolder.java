package io.awaken.config.source;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Reads a configuration folder repeatedly; files with unchanged size and time are read once. Used
 * by one thread at a time.
 */
public final class ConfigurationFolder {

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
    Consumer<Path> passedOver = known == null ? DirectorySource::warn : path -> {};
    var now = new HashMap<Path, Known>();
    var documents = new TreeMap<String, FolderContent.Entry>();
    for (DirectorySource.Listed file : DirectorySource.list(directory, passedOver)) {
      Known read = look(file.path(), FileLimits.MAX_BYTES);
      if (read != null) {
        now.put(file.path(), read);
        documents.put(
            file.name(),
            new FolderContent.Entry(
                new DocumentFile(file.kind(), file.name(), () -> open(file.name(), read)),
                read.hash()));
      }
    }
    var others = new TreeMap<Path, String>();
    for (Path path : mentioned) {
      Known read = look(path, FileLimits.MAX_SECRET_BYTES);
      others.put(path, read == null ? MISSING : read.hash());
      if (read != null) {
        now.put(path, read);
      }
    }
    known = now;
    return new FolderContent(documents, others);
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
