package io.awaken.core.model;

import io.awaken.core.message.Media;

/** Gives the bytes of media that is stored beside the messages of a request. Thread-safe. */
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
   * @param media with a {@code media_id}
   * @return must not be changed
   * @throws InferenceException when nothing is stored under it
   */
  byte[] read(Media media) throws InferenceException;
}
