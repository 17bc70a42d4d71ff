package io.awaken.core.model;

import io.awaken.core.message.Media;

/** Reads stored media of the messages of a request. Thread-safe. */
@FunctionalInterface
public interface MediaReader {

  /** Has no stored media. */
  MediaReader NONE =
      media -> {
        throw new InferenceException(
            InferenceException.Kind.INVALID_REQUEST,
            "the media " + media.mediaId() + " is not stored with the thread",
            null);
      };

  /**
   * @param media media with a {@code media_id}
   * @return must not be modified
   * @throws InferenceException when it is not stored
   */
  byte[] read(Media media) throws InferenceException;
}
