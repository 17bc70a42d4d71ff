package io.awaken.server.settings;

/** Media types that clients may send by default. */
final class MediaTypes {

  /** Separated by commas; only types that browsers do not execute. */
  static final String USUAL =
      "image/png, image/jpeg, image/gif, image/webp, audio/wav, audio/mpeg, audio/mp3, audio/ogg,"
          + " video/mp4, video/webm, application/pdf, application/json, text/plain, text/markdown,"
          + " text/csv";

  private MediaTypes() {}
}
