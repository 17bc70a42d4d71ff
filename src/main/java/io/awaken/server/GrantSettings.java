package io.awaken.server;

import io.awaken.core.secret.SecretKeys;
import io.awaken.core.secret.SecretStore;
import io.awaken.core.secret.SecretVault;
import io.awaken.http.security.token.SecretFile;
import io.awaken.http.security.token.TokenFileException;
import io.awaken.oauth.OAuthClients;
import io.awaken.server.settings.RunSetting;
import io.awaken.server.settings.Settings;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;

/** The settings with which people grant access to MCP servers. Stateless. */
final class GrantSettings {

  private GrantSettings() {}

  /**
   * @throws IllegalStateException naming the invalid setting
   */
  static OAuthClients clients(Settings settings, SecretStore store) {
    SecretVault vault =
        settings
            .text(RunSetting.SECRET_KEYS)
            .map(path -> new SecretVault(store, keys(path)))
            .orElse(null);
    Optional<String> redirect = settings.text(RunSetting.MCP_REDIRECT);
    redirect.ifPresent(GrantSettings::requireAddress);
    OAuthClients clients = OAuthClients.of(InstantSource.system(), vault, redirect.orElse(null));
    Optional<String> document = settings.text(RunSetting.MCP_CLIENT_DOCUMENT);
    document.ifPresent(GrantSettings::requireDocument);
    return document.map(clients::withDocument).orElse(clients);
  }

  static SecretKeys keys(String path) {
    try {
      return SecretKeys.parse(
          new String(SecretFile.read(Path.of(path)), StandardCharsets.US_ASCII));
    } catch (NoSuchFileException e) {
      throw unusable(RunSetting.SECRET_KEYS, path, "there is no such file", e);
    } catch (TokenFileException | IllegalArgumentException e) {
      throw unusable(RunSetting.SECRET_KEYS, path, e.getMessage(), e);
    }
  }

  /** A client id must be an https address with a path. */
  static void requireDocument(String address) {
    try {
      URI uri = URI.create(address);
      if ("https".equals(uri.getScheme())
          && uri.getHost() != null
          && uri.getRawPath().length() > 1
          && uri.getRawFragment() == null
          && uri.getRawUserInfo() == null) {
        return;
      }
    } catch (IllegalArgumentException e) {
      // Reported below.
    }
    throw unusable(
        RunSetting.MCP_CLIENT_DOCUMENT,
        address,
        "it must be an https address with a path and without a fragment",
        null);
  }

  /** OAuth 2.1: https, except on this machine. */
  static void requireAddress(String address) {
    try {
      URI uri = URI.create(address);
      boolean local =
          "http".equals(uri.getScheme())
              && uri.getHost() != null
              && Set.of("localhost", "127.0.0.1", "[::1]").contains(uri.getHost());
      boolean secure = "https".equals(uri.getScheme()) && uri.getHost() != null;
      if ((local || secure) && uri.getRawFragment() == null && uri.getRawUserInfo() == null) {
        return;
      }
    } catch (IllegalArgumentException e) {
      // Reported below.
    }
    throw unusable(
        RunSetting.MCP_REDIRECT,
        address,
        "it must be an https address without a fragment, or http on this machine",
        null);
  }

  private static IllegalStateException unusable(
      RunSetting setting, String value, String reason, Exception cause) {
    return new IllegalStateException(
        "%s is '%s': %s".formatted(setting.key(), value, reason), cause);
  }
}
