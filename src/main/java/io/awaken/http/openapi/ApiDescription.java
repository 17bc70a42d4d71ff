package io.awaken.http.openapi;

import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.ws.rs.core.Application;

/**
 * What a document is made from.
 *
 * @param title of the API
 * @param version of the API
 * @param text what it is, in some sentences
 * @param application lists the resources
 * @param mapper reads and writes the bodies
 * @param error what every refusal shows
 * @param parameters a class whose fields are annotated as parameters are; they describe those
 *     parameters of that name without a description
 */
public record ApiDescription(
    String title,
    String version,
    String text,
    Application application,
    ObjectMapper mapper,
    Class<?> error,
    Class<?> parameters) {}
