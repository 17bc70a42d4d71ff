package io.awaken.http.openapi;

import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.ws.rs.core.Application;

/**
 * The input of a document.
 *
 * @param title of the API
 * @param version of the API
 * @param text a description in a few sentences
 * @param application lists the resources
 * @param mapper reads and writes the bodies
 * @param error the body of every refusal
 * @param parameters a class whose annotated fields describe the parameters of their names that have
 *     no description
 */
public record ApiDescription(
    String title,
    String version,
    String text,
    Application application,
    ObjectMapper mapper,
    Class<?> error,
    Class<?> parameters) {}
