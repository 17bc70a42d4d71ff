package io.awaken.core.run;

/**
 * An id from outside that cannot be one: blank, too long or with characters that ids never have.
 */
public final class InvalidId extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  private final String field;

  InvalidId(String field, String rule) {
    super(field + " " + rule);
    this.field = field;
  }

  /** The field as the wire names it. */
  public String field() {
    return field;
  }
}
