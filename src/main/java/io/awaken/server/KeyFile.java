package io.awaken.server;

import io.awaken.http.security.token.SecretFile;
import io.awaken.http.security.token.TokenFileException;
import io.awaken.server.settings.Setting;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.Function;

/** Reads keys from the file that a setting names. Stateless. */
final class KeyFile {

  private KeyFile() {}

  /**
   * @param parse refuses the text with an {@link IllegalArgumentException} that does not quote it
   * @throws IllegalStateException naming the setting when its file has no usable key
   */
  static <T> T read(Setting setting, String path, Function<String, T> parse) {
    try {
      return parse.apply(new String(SecretFile.read(Path.of(path)), StandardCharsets.US_ASCII));
    } catch (NoSuchFileException e) {
      throw unusable(setting, path, "there is no such file", e);
    } catch (TokenFileException | IllegalArgumentException e) {
      throw unusable(setting, path, e.getMessage(), e);
    }
  }

  static IllegalStateException unusable(
      Setting setting, String value, String reason, Exception cause) {
    return new IllegalStateException(
        "%s is '%s': %s".formatted(setting.key(), value, reason), cause);
  }
}
