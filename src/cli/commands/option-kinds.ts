import { listed } from '../../report/words.ts';
import type { OptionDeclaration } from '../option-table.ts';

/** An option without a value. Like the others here, the configuration file may hold it as text. */
export function flag(group: string, describe: string): OptionDeclaration {
  return { kind: 'flag', group, describe, inFile: 'text' };
}

/** An option that stands once. @param value what stands for its value in the help */
export function single(group: string, value: string, describe: string): OptionDeclaration {
  return { kind: 'single', group, value, describe, inFile: 'text' };
}

/** An option that takes one of a few words. @param otherwise what holds where it is not given */
export function choice(
  group: string,
  value: string,
  words: readonly string[],
  otherwise: string,
): OptionDeclaration {
  return { ...single(group, value, `${listed(words, 'or')} [${otherwise}]`), words };
}

/** An option that may be repeated. @param value what stands for its value in the help */
export function list(group: string, value: string, describe: string): OptionDeclaration {
  return { kind: 'list', group, value, describe, inFile: 'text' };
}
