package io.awaken.server;

import io.awaken.core.secret.SecretKeys;
import io.awaken.core.secret.SecretStore;
import io.awaken.core.secret.SecretVault;
import io.awaken.oauth.OAuthClients;
import io.awaken.server.settings.RunSetting;
import io.awaken.server.settings.Settings;
import java.net.URI;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** The settings with which people grant access to MCP servers. Stateless. */
final class GrantSettings {

  private static final Set<String> THIS_MACHINE = Set.of("localhost", "127.0.0.1", "[::1]");

  private GrantSettings() {}

  /**
   * @throws IllegalStateException naming the invalid setting
   */
  static OAuthClients clients(Settings settings, SecretStore store) {
    SecretVault vault = vault(settings, store).orElse(null);
    Optional<String> redirect = settings.text(RunSetting.MCP_REDIRECT);
    redirect.ifPresent(GrantSettings::requireAddress);
    OAuthClients clients = OAuthClients.of(InstantSource.system(), vault, redirect.orElse(null));
    Optional<String> document = settings.text(RunSetting.MCP_CLIENT_DOCUMENT);
    document.ifPresent(GrantSettings::requireDocument);
    return document.map(clients::withDocument).orElse(clients);
  }

  /** The callers' secrets; empty without keys. */
  static Optional<SecretVault> vault(Settings settings, SecretStore store) {
    return settings.text(RunSetting.SECRET_KEYS).map(path -> new SecretVault(store, keys(path)));
  }

  static SecretKeys keys(String path) {
    return KeyFile.read(RunSetting.SECRET_KEYS, path, SecretKeys::parse);
  }

  /** A client id must be an https address with a path. */
  static void requireDocument(String address) {
    require(
        RunSetting.MCP_CLIENT_DOCUMENT,
        address,
        uri -> uri.getScheme().equals("https") && uri.getRawPath().length() > 1,
        "it must be an https address with a path and without a fragment");
  }

  /** OAuth 2.1: https, except on this machine. */
  static void requireAddress(String address) {
    require(
        RunSetting.MCP_REDIRECT,
        address,
        uri ->
            uri.getScheme().equals("https")
                || uri.getScheme().equals("http") && THIS_MACHINE.contains(uri.getHost()),
        "it must be an https address without a fragment, or http on this machine");
  }

  private static void require(
      RunSetting setting, String address, Predicate<URI> rule, String reason) {
    try {
      URI uri = URI.create(address);
      if (uri.getScheme() != null
          && uri.getHost() != null
          && uri.getRawFragment() == null
          && uri.getRawUserInfo() == null
          && rule.test(uri)) {
        return;
      }
    } catch (IllegalArgumentException e) {
      // Reported below.
    }
    throw KeyFile.unusable(setting, address, reason, null);
  }
}
