/** `1 animal`, `3 animals`, `1,000 animals`. */
export function counted(count: number, noun: string): string {
  return `${numberText(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** `a`, `a or b`, `a, b or c`. */
export function listed(words: readonly string[], conjunction: 'and' | 'or'): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} ${conjunction} ${last}`;
}

export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const none = '–';
/** From here on, digits are useless and a power of ten replaces them. */
const longest = 1e15;

/** A number with thousands separators and a maximum number of decimals: `1,000`, `999.8`. */
export function numberText(value: number, decimals = 0): string {
  if (!Number.isFinite(value)) {
    return none;
  }
  if (Math.abs(value) >= longest) {
    return value.toExponential(1);
  }
  const [whole = '', fraction = ''] = Math.abs(value).toFixed(decimals).split('.');
  const kept = fraction.replace(/0+$/, '');
  const text = whole.replace(/\B(?=(\d{3})+$)/g, ',') + (kept === '' ? '' : `.${kept}`);
  return value < 0 && /[1-9]/.test(text) ? `−${text}` : text;
}

/** Requests per second: `1,000/s`, `0.25/s`. */
export function rateText(perSecond: number): string {
  return `${numberText(perSecond, Math.abs(perSecond) < 1 ? 2 : 1)}/s`;
}

/** A latency, or any other time measured in ms: `0.42 ms`, `4.2 ms`, `212 ms`, `1.25 s`. */
export function latencyText(ms: number | null): string {
  if (ms === null || !Number.isFinite(ms)) {
    return none;
  }
  const size = Math.abs(ms);
  return size >= 999.5
    ? `${numberText(ms / 1_000, size < 99_950 ? 2 : 0)} s`
    : `${numberText(ms, size < 1 ? 2 : size < 99.95 ? 1 : 0)} ms`;
}

/** A share of 1 in percent: `12 %`, `0.12 %`. */
export function shareText(share: number): string {
  const percent = share * 100;
  return Number.isFinite(percent) ? `${numberText(percent, Math.abs(percent) < 10 ? 2 : 1)} %` : none;
}

/** A short number for an axis: `250`, `10k`, `1.5M`. */
export function tickText(value: number): string {
  const size = Math.abs(value);
  const [unit, letter] =
    size >= 1e9 ? [1e9, 'G'] : size >= 1e6 ? [1e6, 'M'] : size >= 1e4 ? [1e3, 'k'] : [1, ''];
  return `${numberText(value / unit, size < 1 ? 2 : 1)}${letter}`;
}

/** A duration for people: `850 ms`, `1.8 s`, `2 min 5 s`, `3 h 20 min`. */
export function durationText(durationMs: number): string {
  if (!Number.isFinite(durationMs)) {
    return none;
  }
  if (durationMs < 1_000) {
    return `${Math.round(durationMs)} ms`;
  }
  if (durationMs < 60_000) {
    return `${(Math.floor(durationMs / 100) / 10).toFixed(1)} s`;
  }
  const seconds = Math.round(durationMs / 1_000);
  if (seconds < 3_600) {
    return joined(Math.floor(seconds / 60), 'min', seconds % 60, 's');
  }
  const minutes = Math.round(seconds / 60);
  return joined(Math.floor(minutes / 60), 'h', minutes % 60, 'min');
}

function joined(large: number, largeUnit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${largeUnit}` : `${large} ${largeUnit} ${small} ${smallUnit}`;
}

/** An ISO 8601 time in UTC as people read it: `2026-01-01 10:00:00 UTC`. Any other text stays as it is. */
export function timeText(time: string): string {
  return time.replace(/^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(\.\d+)?Z$/, '$1 $2 UTC');
}

/**
 * Invisible characters, and those that change the display of their surroundings: control characters, bidirectional and
 * other format characters, line separators, lone surrogates, unassigned code points.
 */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;

/** The common case, tested first because Unicode classes are slow. */
const plainText = /^[\n\t\x20-\x7e]*$/;
const plainLine = /^[\x20-\x7e]*$/;

/** The most frequent ones become signs that nearly every font has; fonts with control pictures are rare. */
const arrows: ReadonlyMap<string, string> = new Map([
  ['\n', '↵'],
  ['\t', '⇥'],
]);

/**
 * Makes every invisible character of a text visible (`␛`, `<U+202E>`); line feeds and tabs stay. The result has only
 * characters that XML 1.0 allows, and no terminal escape sequence.
 */
export function visibleText(text: string): string {
  if (plainText.test(text)) {
    return text;
  }
  return text.replace(invisible, (character) =>
    character === '\n' || character === '\t' ? character : visibleCharacter(character),
  );
}

/** The same in one line: line feeds and tabs are made visible too. */
export function visibleLine(text: string): string {
  return plainLine.test(text) ? text : text.replace(invisible, visibleCharacter);
}

function visibleCharacter(character: string): string {
  const codePoint = character.codePointAt(0) ?? 0;
  const arrow = arrows.get(character);
  if (arrow !== undefined) {
    return arrow;
  }
  if (codePoint < 0x20) {
    return String.fromCodePoint(0x2400 + codePoint);
  }
  return codePoint === 0x7f ? '␡' : `<${codePointName(character)}>`;
}

/** `U+` and at least four hexadecimal digits. */
export function codePointName(character: string): string {
  const codePoint = character.codePointAt(0) ?? 0;
  return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The beginning of a text, and the number of omitted characters (UTF-16 code units). */
export interface CutText {
  readonly text: string;
  readonly cut: number;
}

/** Keeps at most `maximum` characters of a text; never splits a surrogate pair. */
export function cutText(text: string, maximum: number): CutText {
  if (text.length <= maximum) {
    return { text, cut: 0 };
  }
  const last = text.charCodeAt(maximum - 1);
  const end = last >= 0xd800 && last <= 0xdbff ? maximum - 1 : maximum;
  return { text: text.slice(0, end), cut: text.length - end };
}

/** The same in one string, with the omitted number in words. */
export function bounded(text: string, maximum: number): string {
  const { text: kept, cut } = cutText(text, maximum);
  return cut === 0 ? kept : `${kept}… (${cut} more characters)`;
}
