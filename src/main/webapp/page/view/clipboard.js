/** Whether it could be copied: browsers lend the clipboard only to pages that came by HTTPS or from this machine. */
export async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
