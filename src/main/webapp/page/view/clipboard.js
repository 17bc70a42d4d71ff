/** Copies a text; false when the browser refuses, as it does outside HTTPS and localhost. */
export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
