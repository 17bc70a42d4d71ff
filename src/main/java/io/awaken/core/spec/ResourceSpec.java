package io.awaken.core.spec;

import java.util.List;

/**
 * A resource that clients of the Model Context Protocol may read (features row 1260): text or bytes
 * at one address, or text for every address of a template. <code>{{name}}</code> in the text is
 * replaced by a part of the address.
 *
 * @param id the name of the resource
 * @param uri its address; null for a template
 * @param uriTemplate the template of its addresses, with <code>{name}</code> for each variable;
 *     null for one address
 * @param title for people; null for the id
 * @param description what it is; may be null
 * @param mimeType its media type; default {@code text/plain}, or {@code application/octet-stream}
 *     for bytes
 * @param text its content; null for bytes
 * @param blob its content in Base64; null for a text
 * @param arguments the variables of a template; default undescribed
 */
public record ResourceSpec(
    String id,
    String uri,
    String uriTemplate,
    String title,
    String description,
    String mimeType,
    String text,
    String blob,
    List<Argument> arguments) {

  /** Maximum resources of all documents. */
  public static final int MAX_RESOURCES = 1_000;

  public ResourceSpec {
    arguments = arguments == null ? List.of() : List.copyOf(arguments);
    if (mimeType == null) {
      mimeType = blob == null ? "text/plain" : "application/octet-stream";
    }
  }

  /**
   * A variable of a template.
   *
   * @param name its name in the template
   * @param values allowed values; default any
   */
  public record Argument(String name, List<String> values) {

    public Argument {
      values = values == null ? List.of() : List.copyOf(values);
    }
  }
}
