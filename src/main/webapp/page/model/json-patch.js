/**
 * Applies the `add`, `replace` and `remove` of a JSON patch (RFC 6902) to a copy. A place that is not there leaves the
 * document as it is: what is shown of a patch is never worth an answer that stops.
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
  let place = document;
  for (const key of keys.slice(0, -1)) {
    place = isContainer(place) && Object.hasOwn(place, key) ? place[key] : undefined;
  }
  if (!isContainer(place) || last === '__proto__') {
    return;
  }
  if (Array.isArray(place)) {
    const at = last === '-' ? place.length : Number(last);
    if (Number.isInteger(at) && at >= 0 && at <= place.length) {
      place.splice(at, op === 'add' ? 0 : 1, ...(op === 'remove' ? [] : [structuredClone(value)]));
    }
  } else if (op === 'remove') {
    delete place[last];
  } else {
    place[last] = structuredClone(value);
  }
}

function isContainer(value) {
  return typeof value === 'object' && value !== null;
}
