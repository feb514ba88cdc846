import { isStreamSafe } from '../exchange/stream-safe.ts';

/** White space of Python in addition to that of Unicode. */
const separators = '\\x1c-\\x1f';
/** White space in any of the languages. */
const kinds = [
  // Unicode: Go, Rust, .NET.
  '\\p{White_Space}',
  // Python.
  `[\\p{White_Space}${separators}]`,
  // JavaScript.
  '\\s',
  '[\\p{White_Space}\\ufeff]',
  // Java's Character.isWhitespace: no blank that forbids a line break, and no U+0085.
  `(?![\\xa0\\u2007\\u202f])[\\p{Z}\\t-\\r${separators}]`,
  // Regular expressions of Java, PHP and Ruby; those of Go leave out the vertical tab.
  '[\\t-\\r ]',
  '[\\t\\n\\f\\r ]',
  '[\\t ]',
  ' ',
];
const whiteSpace = new RegExp(`([\\p{White_Space}${separators}\\ufeff]+)`, 'u');
/** What any framework trims: format characters too (Symfony), and others that are seen as blank (Laravel). */
// biome-ignore lint/suspicious/noMisleadingCharacterClass: single characters, one of which combines.
const trimmed = /[\p{Z}\p{Cc}\p{Cf}\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]/u;
/** White space, with Java's `trim` control characters, and all of these. */
const trimmable = [...kinds, '[\\0- ]', trimmed.source].map((kind) => new RegExp(kind, 'u'));
/** Collapsing to one space: all white space, or only runs of several characters. */
const collapsible = kinds.flatMap((kind) =>
  ['+', '{2,}'].map((many) => new RegExp(`(?:${kind})${many}`, 'gu')),
);

export type NameChange = 'trimmed' | 'collapsed' | 'normalised';

/**
 * The permitted changes between a sent and a received name: white space trimmed, collapsed to one space, or NFC
 * normalisation. `null` for any other change, which is damage; an empty list if the names are equal.
 */
export function nameChanges(sent: string, received: string): readonly NameChange[] | null {
  if (sent === received) {
    return [];
  }
  const wanted = partsOf(sent);
  const got = partsOf(received);
  const isKept =
    trimmedStarts(wanted.start).some((start) => formsOf(start).some((form) => form.endsWith(got.start))) &&
    trimmedEnds(wanted.end).some((end) => formsOf(end).some((form) => form.startsWith(got.end))) &&
    wanted.pieces.length === got.pieces.length &&
    wanted.pieces.every(
      (piece, at) => piece === got.pieces[at] || formsOf(piece).some((form) => form === got.pieces[at]),
    );
  if (!isKept) {
    return null;
  }
  const hasOtherEnds = wanted.start !== got.start || wanted.end !== got.end;
  const differing = wanted.pieces.flatMap((piece, at) => (piece === got.pieces[at] ? [] : at % 2));
  return [
    ...(hasOtherEnds ? (['trimmed'] as const) : []),
    ...(differing.includes(1) ? (['collapsed'] as const) : []),
    ...(differing.includes(0) ? (['normalised'] as const) : []),
  ];
}

/** Whether a value is a name in another form than the one that was sent, and not damaged. */
export function isAnotherForm(sent: string, received: unknown): boolean {
  return typeof received === 'string' && isStreamSafe(sent) && (nameChanges(sent, received)?.length ?? 0) > 0;
}

/** The leading white space that may remain after trimming one kind. */
function trimmedStarts(start: string): string[] {
  const left = trimmable.map((kind) => {
    let from = 0;
    while (from < start.length && kind.test(start.charAt(from))) {
      from += 1;
    }
    return start.slice(from);
  });
  return [...new Set([start, ...left])];
}

/** The trailing white space that may remain after trimming one kind. */
function trimmedEnds(end: string): string[] {
  const left = trimmable.map((kind) => {
    let to = end.length;
    while (to > 0 && kind.test(end.charAt(to - 1))) {
      to -= 1;
    }
    return end.slice(0, to);
  });
  return [...new Set([end, ...left])];
}

/**
 * What may be trimmed at both ends, and between it the words, with their separators at odd positions. Loops, because a
 * regular expression takes quadratic time on long white space that is not at the end.
 */
function partsOf(text: string) {
  let from = 0;
  while (from < text.length && trimmed.test(text.charAt(from))) {
    from += 1;
  }
  let to = text.length;
  while (to > from && trimmed.test(text.charAt(to - 1))) {
    to -= 1;
  }
  return { start: text.slice(0, from), pieces: text.slice(from, to).split(whiteSpace), end: text.slice(to) };
}

/** A word or white space as it was sent, composed, collapsed, or both. */
function formsOf(sent: string): string[] {
  return [sent, sent.normalize('NFC')].flatMap((text) => [
    text,
    ...collapsible.map((run) => text.replace(run, ' ')),
  ]);
}

const changeTexts: Readonly<Record<NameChange, string>> = {
  trimmed: 'white space at the ends of names is trimmed',
  collapsed: 'white space inside names is collapsed to one blank',
  normalised: 'names are normalised to NFC',
};

export function nameFormText(changes: readonly NameChange[]): string {
  return changes.length === 0
    ? 'names are returned as sent'
    : changes.map((change) => changeTexts[change]).join(', ');
}
