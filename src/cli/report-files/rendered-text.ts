import { extname } from 'node:path';
import { counted } from '../../report/words.ts';
import { type Invocation, type Program, toolName } from '../command.ts';
import { environmentRedactor } from '../keys/environment-redactor.ts';
import { parseChoice } from '../parse/choice.ts';
import { readLocated } from '../usage-error.ts';

/**
 * The format of `--format`, else the one that the ending of `--out` stands for.
 *
 * @throws {UsageError} for an unknown one.
 */
export function readFormat<const Formats extends readonly string[]>(
  { options }: Invocation,
  formats: Formats,
  endings: Readonly<Record<string, Formats[number]>>,
): Formats[number] | undefined {
  const given = options.get('format')?.[0];
  return given === undefined
    ? endings[extname(options.get('out')?.[0] ?? '').toLowerCase()]
    : readLocated({ value: given, label: '--format' }, (text) => parseChoice(text, formats));
}

/** Masks the keys of the environment in rendered text, and reports how many. */
export function withoutKeys(made: string, { environment, messages }: Program): string {
  const { text, count } = environmentRedactor(environment).redactionOfAll(made);
  if (count > 0) {
    messages.write(
      `${toolName}: one of these reports contains a key: masked here in ${counted(count, 'place')}; remove that report\n`,
    );
  }
  return text;
}
