/** A random id of 128 bits. `crypto.randomUUID` is unavailable when the page was loaded over HTTP from another host. */
export function randomId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
