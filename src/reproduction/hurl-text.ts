import type { Template } from './reproduction.ts';

/** Characters that a reader can't see, or that end a line. */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/u;

/** A template in backticks: a body in one line. */
export function backticked(template: Template): string {
  return `\`${written(template, /[\\`]/)}\``;
}

/** A template in quotation marks: a value of an assertion. */
export function quotedText(template: Template): string {
  return `"${written(template, /[\\"]/)}"`;
}

/** A template as the value of a header field: up to the end of the line, without the white space around it. */
export function fieldValue(template: Template): string {
  const text = written(template, /[\\#]/);
  return text.replace(/^ +| +$/g, (spaces) => '\\u{20}'.repeat(spaces.length));
}

/** The name of a header field. */
export function fieldName(name: string): string {
  return [...name]
    .map((character) => (/[A-Za-z0-9_.-]/.test(character) ? character : escaped(character)))
    .join('');
}

/** A regular expression between slashes, of ASCII characters. */
export function pattern(source: string): string {
  return `/${source.replaceAll('/', '\\/')}/`;
}

/** Variables as `{{name}}`; of two braces in a text one is escaped, so that it holds none. */
function written(template: Template, special: RegExp): string {
  return template
    .map((part, index) =>
      typeof part === 'string'
        ? writtenText(part, special, typeof template[index + 1] === 'object')
        : `{{${part.name}}}`,
    )
    .join('');
}

function writtenText(text: string, special: RegExp, isBeforeVariable: boolean): string {
  const characters = [...text];
  return characters
    .map((character, at) => {
      const next = characters[at + 1] ?? (isBeforeVariable ? '{' : '');
      const opens = character === '{' && next === '{';
      return opens || special.test(character) || invisible.test(character) ? escaped(character) : character;
    })
    .join('');
}

function escaped(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}
