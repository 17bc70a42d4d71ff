/**
 * Questions of suspended calls: lists of them, of a thread and of a tenant, and the decisions about
 * them.
 */
package io.awaken.http.api.suspension;
