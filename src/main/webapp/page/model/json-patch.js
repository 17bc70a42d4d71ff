/**
 * Applies the `add`, `replace` and `remove` operations of a JSON patch (RFC 6902) to a copy. Operations on a missing
 * path are ignored: a bad patch of an activity must not break the display of the answer.
 *
 * @param {unknown} document
 * @param {{op: string, path: string, value?: unknown}[]} patch
 */
export function patched(document, patch) {
  let result = structuredClone(document);
  for (const { op, path, value } of patch) {
    const keys = path.split('/').slice(1).map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
    if (keys.length === 0) {
      result = op === 'remove' ? null : structuredClone(value);
    } else {
      change(result, keys, op, value);
    }
  }
  return result;
}

function change(document, keys, op, value) {
  const last = keys.at(-1);
  let target = document;
  for (const key of keys.slice(0, -1)) {
    target = isContainer(target) && Object.hasOwn(target, key) ? target[key] : undefined;
  }
  if (!isContainer(target) || last === '__proto__') {
    return;
  }
  if (Array.isArray(target)) {
    const at = last === '-' ? target.length : Number(last);
    if (Number.isInteger(at) && at >= 0 && at <= target.length) {
      target.splice(at, op === 'add' ? 0 : 1, ...(op === 'remove' ? [] : [structuredClone(value)]));
    }
  } else if (op === 'remove') {
    delete target[last];
  } else {
    target[last] = structuredClone(value);
  }
}

function isContainer(value) {
  return typeof value === 'object' && value !== null;
}
