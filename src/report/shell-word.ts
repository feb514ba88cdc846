/**
 * The shell expressions that records hold in place of secrets: `$ANIMAL_STORE_API_KEY`,
 * `${ANIMAL_STORE_API_KEY%?}`, `$(printf %s "$ANIMAL_STORE_API_KEY" | tr 'a-z' 'A-Z')`. Only these forms, over
 * variables named `ANIMAL_STORE_…KEY` and `ANIMAL_STORE_HEADER_N`, are left to the shell; whatever else looks like one is text.
 */
const variable = 'ANIMAL_STORE_(?:(?:[A-Z]{1,20}_){0,3}KEY(?:_[0-9]{1,3})?|HEADER_[0-9]{1,3})';
const expansion = `\\$${variable}|\\$\\{${variable}(?:[%#]{1,2}\\?{1,512})?\\}`;
const filter = [
  `tr '?[A-Za-z0-9:\\[\\]-]{1,60}'? '?[A-Za-z0-9:\\[\\]-]{1,60}'?`,
  `sed 's/[A-Za-z0-9.^]{1,60}/[A-Za-z0-9]{0,60}/[0-9]{0,4}'`,
  'cut -c ?[0-9]{1,5}-?[0-9]{0,5}',
  'head -c ?[0-9]{1,5}',
  'tail -c ?\\+?[0-9]{1,5}',
  'base64(?: -w ?0)?',
  'rev',
].join('|');
const beside = '[A-Za-z0-9:._-]{0,40}';
const substitution = `\\$\\(printf '?%s'? "${beside}(?:${expansion})${beside}"(?: \\| (?:${filter})){1,4}\\)`;
const expression = new RegExp(`(${substitution}|${expansion})`);
const variableName = new RegExp(variable, 'g');
const needsNoQuotes = /^[A-Za-z0-9_\-./:=,@%+]+$/;
const safeInDoubleQuotes = /^[A-Za-z0-9 _\-./:;=,@%+?&#()[\]{}<>*~|^']*$/;

/** A text, parted into what is literal and what is an expression for a secret (every second part). */
export function partsOf(text: string): string[] {
  return text.split(expression);
}

export function holdsExpression(text: string): boolean {
  return expression.test(text);
}

/** The names of the variables in the expressions of a text, each once. */
export function variablesIn(text: string): string[] {
  const names = partsOf(text).flatMap((part, index) =>
    index % 2 === 1 ? (part.match(variableName) ?? []) : [],
  );
  return [...new Set(names)];
}

/**
 * Writes a text as one word of a POSIX shell: the shell reads exactly that text, expressions for secrets put in.
 * A NUL, which no argument of a command can hold, is left out.
 */
export function shellWord(text: string): string {
  const sendable = text.replaceAll('\0', '');
  return holdsExpression(sendable) ? mixedWord(partsOf(sendable)) : literalWord(sendable);
}

/** Writes a text without NUL as one word that the shell reads as it stands, expressions for secrets too. */
function literalWord(text: string): string {
  return needsNoQuotes.test(text) && !text.startsWith('~') ? text : singleQuoted(text);
}

/** The words of a command line as they are written, their quotes kept. */
export function wordsOf(command: string): readonly string[] {
  return command.match(/(?:'[^']*'|"(?:\\.|[^"\\])*"|\\.|[^\s'"\\])+/g) ?? [];
}

/** Writes a text in single quotes, which a POSIX shell reads literally. */
export function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function mixedWord(parts: readonly string[]): string {
  const literals = parts.filter((_, index) => index % 2 === 0);
  if (literals.every((literal) => safeInDoubleQuotes.test(literal))) {
    return `"${delimited(parts).join('')}"`;
  }
  return parts
    .map((part, index) => (index % 2 === 1 ? `"${part}"` : part === '' ? '' : singleQuoted(part)))
    .join('');
}

/**
 * Adds braces if the next character would continue the name: `$ANIMAL_STORE_API_KEY` before a letter, digit or
 * underscore.
 */
function delimited(parts: readonly string[]): string[] {
  return parts.map((part, index) =>
    index % 2 === 1 && /^\$[A-Z]/.test(part) && /^[A-Za-z0-9_]/.test(parts[index + 1] ?? '')
      ? `\${${part.slice(1)}}`
      : part,
  );
}
