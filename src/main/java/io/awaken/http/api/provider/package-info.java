/** What operators ask providers of models: whether they answer, and what they offer. */
package io.awaken.http.api.provider;
