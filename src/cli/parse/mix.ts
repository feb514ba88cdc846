import { type Mix, type OperationWord, operationWords } from '../../load/load-plan.ts';
import { quoted, requireThat, suggestion } from '../usage-error.ts';

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
    requireThat(weight !== '', `${quoted(part)} is not OPERATION=WEIGHT: write e.g. ${example}`);
    requireThat(
      words.includes(word),
      `${quoted(word)} is not one of ${words.join(', ')}${suggestion(word, words)}`,
    );
    requireThat(!weights.has(word), `${word} is passed twice; pass it once`);
    weights.set(word, Number(weight));
  }
  const mix = Object.fromEntries(words.map((word) => [word, weights.get(word) ?? 0])) as Record<
    OperationWord,
    number
  >;
  requireThat(
    mix.list + mix.get + mix.create !== 0,
    `no operation has a weight above 0: write e.g. ${example}`,
  );
  return mix;
}
