/** The JSON of the native API: reading and writing its records, and refusals of invalid bodies. */
package io.awaken.http.api.json;
