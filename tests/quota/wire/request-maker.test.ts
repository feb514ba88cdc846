import { expect, it } from 'vitest';
import type { QuotaRequest } from '../../../src/quota/quota-wire.ts';
import { AnimalKnowledge } from '../../../src/quota/wire/animal-knowledge.ts';
import { RequestMaker } from '../../../src/quota/wire/request-maker.ts';

function makerOf(): RequestMaker {
  let tags = 0;
  const knowledge = new AnimalKnowledge();
  knowledge.animalId = 7n;
  return new RequestMaker(
    {
      keys: new Map([[1, { value: 'quota-key', shownAs: '$KEY' }]]),
      nextName: () => {
        tags += 1;
        return `Rex tag-${tags}`;
      },
      categoryId: 1n,
      ...{ baseUrl: 'http://127.0.0.1/v1', version: '1', tag: 'run', seed: 1 },
    },
    knowledge,
  );
}

const operations = ['createPet', 'listPets', 'createPet', 'getPet', 'createPet'] as const;
const burst = operations.map((operation): QuotaRequest => ({ key: 1, operation, phase: 'burst' }));

it('names the animals of a burst in its order, whichever request is written first', () => {
  const maker = makerOf();
  maker.nameAnimals(burst, 10);
  const names = burst.map((_, index) => {
    const position = burst.length - 1 - index;
    return maker.make(burst[position] as QuotaRequest, 10 + position).name;
  });
  expect(names.reverse()).toEqual(['Rex tag-1', null, 'Rex tag-2', null, 'Rex tag-3']);
});
