import type { Operation } from '../exchange/exchange.ts';

/** What the options call the operations of the interface document. */
export const operationWords = { list: 'listPets', get: 'getPet', create: 'createPet' } as const;

export type OperationWord = keyof typeof operationWords;

/** The weight of each operation in a load: whole numbers, not all of them 0. */
export type Mix = Readonly<Record<OperationWord, number>>;

export const defaultMix: Mix = { list: 70, get: 20, create: 10 };

/** The operations of a mix with their shares of 1. */
export function sharesOf(mix: Mix): ReadonlyMap<Operation, number> {
  const words = Object.keys(operationWords) as OperationWord[];
  const whole = words.reduce((sum, word) => sum + mix[word], 0);
  return new Map(words.map((word) => [operationWords[word], mix[word] / whole]));
}

/** Without creations, where nothing may be created. */
export function readOnlyMix(mix: Mix): Mix {
  return { ...mix, create: 0 };
}
