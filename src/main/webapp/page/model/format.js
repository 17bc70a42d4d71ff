/** 1234567 as 1,234,567. */
export function count(number) {
  return new Intl.NumberFormat('en').format(number);
}

/** Bytes for people. */
export function size(bytes) {
  if (bytes < 1024) {
    return `${bytes} B`;
  }
  return bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} KiB` : `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}

/** How long ago, in one or two words. */
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

/** Seconds between two times as events have them. */
export function seconds(from, to) {
  const passed = (new Date(to) - new Date(from)) / 1000;
  return Number.isFinite(passed) && passed >= 0 ? `${passed < 10 ? passed.toFixed(1) : Math.round(passed)} s` : '';
}

/** A value as JSON over several lines; a text as it is. */
export function pretty(value) {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

/** The same on one line, at most so long. */
export function brief(value, length = 90) {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > length ? `${line.slice(0, length - 1)}…` : line;
}
