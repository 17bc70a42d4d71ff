/**
 * Rules of single documents beyond their form: required fields, ranges, addresses. References
 * between documents are checked after all are read.
 */
package io.awaken.server.documents.rules;
