package io.awaken.server;

import io.awaken.http.api.error.ErrorView;
import io.awaken.http.api.request.CommonParameters;
import io.awaken.http.json.NativeJson;
import io.awaken.http.openapi.ApiDocument;
import org.eclipse.microprofile.openapi.OASModelReader;
import org.eclipse.microprofile.openapi.models.OpenAPI;

/**
 * The OpenAPI document of the native API. {@code mp.openapi.model.reader} registers this class with
 * the server's MicroProfile OpenAPI.
 */
public class NativeApiDocument implements OASModelReader {

  private static final String TEXT =
      """
      The native API of Awaken EE: threads, the runs in them, what happens in a run as a stream of \
      events, and decisions on questions of runs. Names are in snake case; properties without a \
      value are omitted. Every refusal has the same form, `ErrorView`.\
      """;

  @Override
  public OpenAPI buildModel() {
    return document().make();
  }

  static ApiDocument document() {
    return new ApiDocument(
        new ApiDocument.Api(
            "Awaken EE",
            "v1",
            TEXT,
            new AwakenApplication(),
            NativeJson.mapper(),
            ErrorView.class,
            CommonParameters.class));
  }
}
