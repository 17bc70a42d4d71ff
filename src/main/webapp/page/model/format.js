/** Formats 1234567 as 1,234,567. */
export function count(number) {
  return new Intl.NumberFormat('en').format(number);
}

/** Formats a number of bytes, such as `2 KiB`. */
export function size(bytes) {
  if (bytes < 1024) {
    return `${bytes} B`;
  }
  return bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} KiB` : `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}

/** Formats the time since `millis`, such as `5 min`; older than a day, the date. */
export function ago(millis, now = Date.now()) {
  const minutes = Math.floor((now - millis) / 60_000);
  if (minutes < 1) {
    return 'now';
  }
  if (minutes < 60) {
    return `${minutes} min`;
  }
  if (minutes < 24 * 60) {
    return `${Math.floor(minutes / 60)} h`;
  }
  return new Date(millis).toLocaleDateString('en', { month: 'short', day: 'numeric' });
}

/** Formats the seconds between two ISO timestamps; empty when one is missing. */
export function seconds(from, to) {
  const passed = (new Date(to) - new Date(from)) / 1000;
  return Number.isFinite(passed) && passed >= 0 ? `${passed < 10 ? passed.toFixed(1) : Math.round(passed)} s` : '';
}

/** Formats a value as indented JSON; strings are returned unchanged. */
export function pretty(value) {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

/** Formats a value on one line, truncated to `length` characters. */
export function brief(value, length = 90) {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > length ? `${line.slice(0, length - 1)}…` : line;
}
