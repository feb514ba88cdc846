import { type Mix, type OperationWord, operationWords } from '../../load/load-plan.ts';
import { quoted, suggestion, UsageError } from '../usage-error.ts';

const example = 'list=70,get=20,create=10';

/**
 * The weights of the operations in a load, written `list=70,get=20,create=10`: whole numbers of any sum. Omitted ones
 * have the weight 0.
 *
 * @throws {UsageError} for anything else, and if no operation has a weight above 0.
 */
export function parseMix(text: string): Mix {
  const words = Object.keys(operationWords);
  const weights = new Map<string, number>();
  for (const part of text.split(',')) {
    const [, word = '', weight = ''] = /^\s*([^=\s]*)\s*=\s*(\d{1,6})\s*$/.exec(part) ?? [];
    if (weight === '') {
      throw new UsageError(`${quoted(part)} is not OPERATION=WEIGHT: write e.g. ${example}`);
    }
    if (!words.includes(word)) {
      throw new UsageError(`${quoted(word)} is not one of ${words.join(', ')}${suggestion(word, words)}`);
    }
    if (weights.has(word)) {
      throw new UsageError(`${word} is passed twice; pass it once`);
    }
    weights.set(word, Number(weight));
  }
  const mix = Object.fromEntries(words.map((word) => [word, weights.get(word) ?? 0])) as Record<
    OperationWord,
    number
  >;
  if (mix.list + mix.get + mix.create === 0) {
    throw new UsageError(`no operation has a weight above 0: write e.g. ${example}`);
  }
  return mix;
}
