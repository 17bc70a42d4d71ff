package io.awaken.server.extension;

import io.awaken.builtin.permission.PermissionPlugin;
import io.awaken.builtin.permission.PermissionRules;
import io.awaken.config.NamedFile;
import io.awaken.server.settings.RunSetting;
import io.awaken.server.settings.Settings;
import java.util.Optional;

/** The permission rules of the server: the file that {@code awaken.permission.file} names. */
final class PermissionFile {

  private PermissionFile() {}

  /**
   * The plugin with those rules; empty when no file is named.
   *
   * @throws io.awaken.config.DocumentException naming file, line and field of the error
   */
  static Optional<PermissionPlugin> plugin(Settings settings) {
    return settings
        .text(RunSetting.PERMISSION_FILE)
        .map(path -> new PermissionPlugin(rules(NamedFile.read(path, "file of rules"))));
  }

  private static PermissionRules rules(NamedFile file) {
    try {
      return PermissionRules.parse(file.root());
    } catch (IllegalArgumentException e) {
      throw file.refused(e.getMessage());
    }
  }
}
