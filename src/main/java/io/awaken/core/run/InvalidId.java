package io.awaken.core.run;

/** An id from a client that is blank, too long or contains forbidden characters. */
public final class InvalidId extends IllegalArgumentException {

  private static final long serialVersionUID = 1L;

  private final String field;

  InvalidId(String field, String rule) {
    super(field + " " + rule);
    this.field = field;
  }

  /** The field's name on the wire. */
  public String field() {
    return field;
  }
}
