/** Random, 128 bits. `crypto.randomUUID` is missing where the page came by plain HTTP from another machine. */
export function randomId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
