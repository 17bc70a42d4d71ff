package io.awaken.config.source;

/** Bounds of the files that documents are read from. */
public final class FileLimits {

  /** Bytes of one file. */
  public static final int MAX_BYTES = 1 << 20;

  /** Bytes of a file that a reference such as <code>${file:key.txt}</code> names. */
  public static final int MAX_SECRET_BYTES = 64 << 10;

  private FileLimits() {}
}
