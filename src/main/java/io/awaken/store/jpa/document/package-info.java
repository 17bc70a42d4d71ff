/** Long-lived data outside of threads: documents, tool pins, profiles, secrets and server keys. */
package io.awaken.store.jpa.document;
