package io.awaken.http.submit;

import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Says why a URL of media is not passed on: it is no address of the web, or evidently one inside of
 * somebody's network. Names are not looked up, since the server fetches nothing.
 */
@FunctionalInterface
public interface MediaUrls {

  /** Empty for a URL that a provider may be given. */
  Optional<String> refusal(URI url);

  /** Refuses by what the URL itself says. */
  static MediaUrls evident() {
    return Evident::refusal;
  }

  /** The rules of {@link #evident}. */
  final class Evident {

    /** A last label of digits, or a hexadecimal number: an IPv4 address in whatever notation. */
    private static final Pattern NUMERIC =
        Pattern.compile("(?:.*\\.)?(?:\\d+|0[xX][0-9a-fA-F]*)\\.?");

    private static final Pattern DOTTED =
        Pattern.compile("(?:(?:0|[1-9]\\d{0,2})\\.){3}(?:0|[1-9]\\d{0,2})");

    private Evident() {}

    private static Optional<String> refusal(URI url) {
      String scheme = url.getScheme() == null ? "" : url.getScheme();
      if (!scheme.equalsIgnoreCase("https") && !scheme.equalsIgnoreCase("http")) {
        return Optional.of("must begin with https:// or http://");
      }
      if (url.getRawUserInfo() != null) {
        return Optional.of("must not have a user");
      }
      String host = url.getHost();
      if (host == null || host.isEmpty()) {
        return Optional.of("must name a host");
      }
      return inside(host)
          ? Optional.of("must not name an address of a private network")
          : Optional.empty();
    }

    private static boolean inside(String host) {
      String name = host.toLowerCase(Locale.ROOT);
      String plain = name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
      if (plain.equals("localhost")
          || plain.endsWith(".localhost")
          || !plain.contains(".") && !host.startsWith("[")) {
        return true;
      }
      if (host.startsWith("[")) {
        return notPublic(host.substring(1, host.length() - 1));
      }
      return NUMERIC.matcher(host).matches()
          && (!DOTTED.matcher(plain).matches() || notPublic(plain));
    }

    /** A literal is never looked up. */
    private static boolean notPublic(String literal) {
      try {
        InetAddress address = InetAddress.getByName(literal);
        byte[] bytes = address.getAddress();
        return address.isAnyLocalAddress()
            || address.isLoopbackAddress()
            || address.isLinkLocalAddress()
            || address.isSiteLocalAddress()
            || address.isMulticastAddress()
            || special(bytes);
      } catch (UnknownHostException e) {
        return true;
      }
    }

    private static boolean special(byte[] bytes) {
      int first = bytes[0] & 0xff;
      int second = bytes[1] & 0xff;
      if (bytes.length == 4) {
        boolean shared = first == 100 && second >= 64 && second < 128;
        return first == 0 || shared || first >= 240 || first == 192 && second == 0 && bytes[2] == 0;
      }
      // Only global unicast, without the ranges that carry an IPv4 address or are local.
      boolean global = (first & 0xe0) == 0x20;
      boolean sixToFour = first == 0x20 && second == 0x02;
      boolean teredo = first == 0x20 && second == 0x01 && bytes[2] == 0 && bytes[3] == 0;
      return !global || sixToFour || teredo;
    }
  }
}
