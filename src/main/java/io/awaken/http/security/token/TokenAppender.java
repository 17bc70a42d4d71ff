package io.awaken.http.security.token;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;

/** Adds a line to a token file, safely beside concurrent writers. */
public final class TokenAppender {

  private TokenAppender() {}

  /**
   * Creates the file, with mode 0600, if it does not exist.
   *
   * @throws TokenFileException when no server would accept the file
   */
  public static void append(Path path, String line) throws IOException, TokenFileException {
    create(path);
    SecretFile.requirePrivate(path);
    try (var channel = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
        var lock = channel.lock()) {
      byte[] before = read(channel);
      boolean open = before.length > 0 && before[before.length - 1] != '\n';
      TokenLines.parse(before);
      byte[] added = ((open ? "\n" : "") + line + "\n").getBytes(StandardCharsets.UTF_8);
      if (before.length + added.length > SecretFile.MAX_BYTES) {
        throw new TokenFileException("the file would have too many bytes");
      }
      channel.position(before.length);
      var rest = ByteBuffer.wrap(added);
      while (rest.hasRemaining()) {
        channel.write(rest);
      }
      channel.force(true);
    }
  }

  private static void create(Path path) throws IOException {
    boolean modes = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
    FileAttribute<?>[] mode = {
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
    };
    try {
      Files.createFile(path, modes ? mode : new FileAttribute<?>[0]);
    } catch (FileAlreadyExistsException e) {
      // Concurrently created by another writer.
    }
  }

  private static byte[] read(FileChannel channel) throws IOException, TokenFileException {
    if (channel.size() > SecretFile.MAX_BYTES) {
      throw new TokenFileException("the file has too many bytes");
    }
    var buffer = ByteBuffer.allocate((int) channel.size());
    while (buffer.hasRemaining() && channel.read(buffer) >= 0) {
      // Until it is full.
    }
    return buffer.array();
  }
}
