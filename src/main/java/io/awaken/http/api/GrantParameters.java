package io.awaken.http.api;

import io.awaken.http.openapi.Described;
import jakarta.ws.rs.QueryParam;
import java.util.HashMap;
import java.util.Map;

/** Parameters that authorization servers add to a redirect address; unused ones are ignored. */
public class GrantParameters {

  @Described(value = "The code, when access was granted.", max = 4_096)
  @QueryParam("code")
  String code;

  @Described(value = "The state of the link.", max = 128)
  @QueryParam("state")
  String state;

  @Described(value = "The authorization server (RFC 9207).", max = 2_048)
  @QueryParam("iss")
  String iss;

  @Described(value = "Why access was not granted.", max = 64)
  @QueryParam("error")
  String error;

  @Described(value = "A message for people; not shown.")
  @QueryParam("error_description")
  String errorDescription;

  @Described(value = "Not used.")
  @QueryParam("error_uri")
  String errorUri;

  @Described(value = "Not used.")
  @QueryParam("session_state")
  String sessionState;

  @Described(value = "Not used.")
  @QueryParam("scope")
  String scope;

  /** Returns the parameters that are used. */
  Map<String, String> given() {
    var given = new HashMap<String, String>();
    put(given, "code", code);
    put(given, "state", state);
    put(given, "iss", iss);
    put(given, "error", error);
    return given;
  }

  private static void put(Map<String, String> given, String name, String value) {
    if (value != null) {
      given.put(name, value);
    }
  }
}
