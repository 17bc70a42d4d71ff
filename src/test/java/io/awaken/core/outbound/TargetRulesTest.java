package io.awaken.core.outbound;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.awaken.fixture.Attacks;
import java.net.InetAddress;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TargetRulesTest {

  private static final TargetRules USUAL = TargetRules.of(false, List.of("80", "443"), List.of());

  @ParameterizedTest
  @Attacks("S19")
  @ValueSource(
      strings = {
        "0.0.0.0",
        "0.1.2.3",
        "10.0.0.1",
        "10.255.255.255",
        "100.64.0.1",
        "100.100.100.200",
        "100.127.255.255",
        "127.0.0.1",
        "127.255.255.254",
        "168.63.129.16",
        "169.254.0.1",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.0.0.8",
        "192.0.2.1",
        "192.88.99.1",
        "192.168.0.1",
        "198.18.0.1",
        "198.19.255.255",
        "198.51.100.1",
        "203.0.113.1",
        "224.0.0.1",
        "239.255.255.255",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::7f00:1",
        "::ffff:10.0.0.1",
        "::ffff:127.0.0.1",
        "::ffff:a9fe:a9fe",
        "::ffff:0:10.0.0.1",
        "64:ff9b::10.0.0.1",
        "64:ff9b::169.254.169.254",
        "64:ff9b::7f00:1",
        "64:ff9b:1::1",
        "100::1",
        "2001::1",
        "2001:0:4136:e378:8000:63bf:3fff:fdd2",
        "2001:10::1",
        "2001:db8::1",
        "2002:a00:1::1",
        "2002:808:808::1",
        "3fff::1",
        "5f00::1",
        "fc00::1",
        "fd00:ec2::254",
        "fdff::1",
        "fe80::1",
        "fec0::1",
        "ff02::1",
      })
  void nonPublicAddressesAreRefusedAsLiteralsAndByName(String address) throws Exception {
    InetAddress resolved = InetAddress.getByName(address);
    String host = address.contains(":") ? "[" + address + "]" : address;

    assertThatThrownBy(() -> USUAL.check(URI.create("https://" + host + "/")))
        .isInstanceOf(AddressRefused.class);
    assertThatThrownBy(() -> USUAL.check("name.example", List.of(resolved)))
        .isInstanceOf(AddressRefused.class)
        .hasMessageStartingWith("name.example is not a host of the public network");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1.1.1.1",
        "9.255.255.255",
        "11.0.0.0",
        "100.63.255.255",
        "100.128.0.0",
        "126.255.255.255",
        "128.0.0.1",
        "169.253.255.255",
        "172.15.255.255",
        "172.32.0.0",
        "192.0.1.1",
        "192.167.255.255",
        "198.17.255.255",
        "198.20.0.0",
        "223.255.255.255",
        "2001:200::1",
        "2606:4700:4700::1111",
        "2a00:1450:4001:81b::200e",
        "64:ff9b::8.8.8.8",
        "::ffff:8.8.8.8",
      })
  void adjacentAddressesAreAllowed(String address) throws Exception {
    String host = address.contains(":") ? "[" + address + "]" : address;

    USUAL.check(URI.create("https://" + host + "/"));
    USUAL.check("name.example", List.of(InetAddress.getByName(address)));
  }

  @ParameterizedTest
  @Attacks("S19")
  @ValueSource(
      strings = {
        "http://hooks.example/",
        "file:///etc/passwd",
        "ftp://hooks.example/",
        "gopher://hooks.example/",
        "jar:https://hooks.example/x!/",
        "//hooks.example/",
        "hooks.example",
        "https:///path",
        "https://user:pw@hooks.example/",
        "https://user@hooks.example/",
        "https://hooks.example:22/",
        "https://hooks.example:8443/",
        "https://hooks.example:0/",
        "https://localhost/",
        "https://LOCALHOST./",
        "https://a.localhost/",
        "https://2130706433/",
        "https://127.1/",
        "https://0x7f.0.0.1/",
        "https://0x7f000001/",
        "https://010.0.0.1/",
        "https://0177.0.0.1/",
        "https://a.example.0x1/",
        "https://[fe80::1%25eth0]/",
      })
  void anAddressOfAnotherFormIsRefusedBeforeItsNameIsLookedUp(String address) {
    assertThatThrownBy(() -> USUAL.check(URI.create(address))).isInstanceOf(AddressRefused.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://hooks.example",
        "HTTPS://Hooks.Example:443/a?b#c",
        "https://hooks.example.:80/",
        "https://1password.example/",
        "https://a.1b.example/"
      })
  void otherAddressesPass(String address) {
    assertThatCode(() -> USUAL.check(URI.create(address))).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @Attacks("S19")
  @ValueSource(
      strings = {
        "https://intranet/x",
        "https://intranet./x",
        "https://printer.local/",
        "https://metadata.google.internal/",
        "https://internal/",
        "https://nas.home.arpa/",
        "https://10.0.0.1/",
        "https://[::1]/",
        "data:image/png;base64,AQ==",
      })
  void aNameThatOnlyAPrivateNetworkResolvesIsRefusedWhereNoLookUpFollows(String address)
      throws Exception {
    assertThatThrownBy(() -> USUAL.checkForOthers(URI.create(address)))
        .isInstanceOf(AddressRefused.class);
  }

  @ParameterizedTest
  @CsvSource({
    "https://example.com/a.png,         other.example",
    "https://1.1.1.1/x,                 other.example",
    "'https://[2606:4700::1111]/x',     other.example",
    "https://my.internal.example/,      other.example",
    "https://thelocal/,                 thelocal",
    "https://files.corp.internal/,      *.internal",
    "http://10.1.2.3/,                  10.1.0.0/16",
  })
  void otherServersMayFetchPublicOrAllowedTargets(String address, String allowed) throws Exception {
    TargetRules.of(false, List.of("80", "443"), List.of(allowed))
        .checkForOthers(URI.create(address));
  }

  @Test
  void oneForbiddenAddressRefusesTheName() throws Exception {
    var both = List.of(InetAddress.getByName("1.1.1.1"), InetAddress.getByName("10.0.0.1"));

    assertThatThrownBy(() -> USUAL.check("name.example", both)).isInstanceOf(AddressRefused.class);
  }

  @ParameterizedTest
  @CsvSource({
    "http://inside.example/,           inside.example",
    "https://INSIDE.example./,         inside.example",
    "https://a.inside.example/,        *.inside.example",
    "https://inside.example:8443/,     inside.example:8443",
    "https://localhost/,               localhost",
    "https://10.1.2.3/,                10.1.0.0/16",
    "http://10.1.2.3/,                 10.1.2.3",
    "'https://[fd12::1]/',             fd12::/16",
    "'https://[::1]/',                 ::1",
  })
  void targetsAllowedByTheOperatorAreReached(String address, String allowed) throws Exception {
    URI uri = URI.create(address);
    TargetRules rules = TargetRules.of(false, List.of("80", "443"), List.of(allowed));

    rules.check(uri);
    if (!allowed.contains("/") && !uri.getHost().contains("10.1") && !uri.getHost().contains("[")) {
      rules.check(uri.getHost(), List.of(InetAddress.getByName("10.0.0.1")));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "https://inside.example.evil.example/, inside.example",
    "https://inside.example/,              *.inside.example",
    "https://evilinside.example/,          *.inside.example",
    "https://other.example/,               10.0.0.0/16",
  })
  void similarNamesAreRefused(String address, String allowed) throws Exception {
    TargetRules rules = TargetRules.of(false, List.of("443"), List.of(allowed));
    InetAddress inside = InetAddress.getByName("10.1.0.1");

    assertThatThrownBy(() -> rules.check(URI.create(address).getHost(), List.of(inside)))
        .isInstanceOf(AddressRefused.class);
  }

  @Test
  void noSettingAllowsCloudMetadata() throws Exception {
    TargetRules rules =
        TargetRules.of(true, List.of("80"), List.of("169.254.0.0/16", "metadata.example"));
    var metadata = List.of(InetAddress.getByName("169.254.169.254"));

    assertThatThrownBy(() -> rules.check("metadata.example", metadata))
        .isInstanceOf(AddressRefused.class)
        .hasMessage("metadata.example is not a host of the public network");
    assertThatThrownBy(() -> rules.check(URI.create("http://169.254.169.254/latest")))
        .isInstanceOf(AddressRefused.class);
    rules.check(URI.create("http://169.254.1.1/"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://localhost/",
        "https://10.1.2.3/",
        "https://[fc00::1]/",
        "https://hooks.example:8443/",
        "http://hooks.example/"
      })
  void theEntryThatARefusalNamesAllowsTheAddress(String address) throws Exception {
    URI refused = URI.create(address);
    String message = catchThrowable(() -> USUAL.check(refused)).getMessage();
    String entry = message.substring(message.indexOf("entry ") + "entry ".length());

    TargetRules.of(false, List.of("80", "443"), List.of(entry)).check(refused);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://169.254.169.254/latest",
        "https://169.254.169.254:8080/",
        "https://127.1/",
        "https://[2606:4700::1]:8443/"
      })
  void aRefusalNamesNoEntryThatWouldNotHelp(String address) {
    assertThatThrownBy(() -> USUAL.check(URI.create(address)))
        .isInstanceOf(AddressRefused.class)
        .hasMessageNotContaining("awaken.outbound.allow");
  }

  @Test
  void plainHttpAndPortsAreSettings() throws Exception {
    TargetRules rules = TargetRules.of(true, List.of("8080"), List.of());

    rules.check(URI.create("http://hooks.example:8080/"));
    assertThatThrownBy(() -> rules.check(URI.create("https://hooks.example/")))
        .hasMessage(
            "port 443 is not allowed; the server's setting awaken.outbound.allow would allow it"
                + " with the entry hooks.example:443");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a b", "*", "*.", "10.0.0.1/8", "0.0.0.0/0", "a:0", "a:65536", "a/8", "-a"})
  void anInvalidTargetIsNamed(String allowed) {
    assertThatThrownBy(() -> TargetRules.of(false, List.of(), List.of(allowed)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("'" + allowed + "' is no name, address or block");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "65536", "-1", "x", "080"})
  void anInvalidPortIsNamed(String port) {
    assertThatThrownBy(() -> TargetRules.of(false, List.of(port), List.of()))
        .hasMessage("'" + port + "' is no port");
  }

  @Test
  void specialNetworksAreNotPublic() {
    assertThat(PublicNetworks.contain(InetAddress.getLoopbackAddress())).isFalse();
  }
}
