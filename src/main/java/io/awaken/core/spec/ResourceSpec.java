package io.awaken.core.spec;

import java.util.List;

/**
 * A resource that clients of the Model Context Protocol may read (features row 1260): a text or
 * some bytes under one address, or a text for every address of a template. <code>{{name}}</code> in
 * the text stands for a part of the address.
 *
 * @param id the name of the resource
 * @param uri its address; null for a template
 * @param uriTemplate the form of its addresses, with <code>{name}</code> for each part that
 *     differs; null for one address
 * @param title for people; null for the id
 * @param description what it is; may be null
 * @param mimeType what its content is; default {@code text/plain}, or {@code
 *     application/octet-stream} for bytes
 * @param text its content; null for bytes
 * @param blob its content in Base64; null for a text
 * @param arguments what is known of the parts of a template; default nothing
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

  /** Resources of all documents. */
  public static final int MAX_RESOURCES = 1_000;

  public ResourceSpec {
    arguments = arguments == null ? List.of() : List.copyOf(arguments);
    if (mimeType == null) {
      mimeType = blob == null ? "text/plain" : "application/octet-stream";
    }
  }

  /**
   * A part of the addresses of a template.
   *
   * @param name as the template names it
   * @param values all that it may be; default anything
   */
  public record Argument(String name, List<String> values) {

    public Argument {
      values = values == null ? List.of() : List.copyOf(values);
    }
  }
}
