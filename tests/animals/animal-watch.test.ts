import { describe, expect, it } from 'vitest';
import { AnimalWatch } from '../../src/animals/animal-watch.ts';
import { errorBody, exchange, type Shape } from '../watchers/exchanges.ts';
import { creation, list, noPet, reading } from './shapes.ts';
import { runTag } from './traffic.ts';

function watchOf(...shapes: readonly Shape[]): AnimalWatch {
  const watch = new AnimalWatch(runTag);
  for (const [index, shape] of shapes.entries()) {
    watch.see(exchange({ number: index + 1, ...shape }));
  }
  return watch;
}

describe('what the document leaves open is observed', () => {
  const observed = (...shapes: Shape[]) => {
    const watch = new AnimalWatch(runTag);
    const findings = shapes.flatMap(
      (shape, index) => watch.see(exchange({ number: index + 1, sentAtMs: index * 10, ...shape })).findings,
    );
    expect(findings).toEqual([]);
    return watch.observations().map(({ requirement, text }) => `${requirement}: ${text}`);
  };

  it.each<[string, Shape[], string]>([
    [
      'a status that was filled in and changes at once',
      [creation({ status: '' }, { status: '"available"' }), reading({ status: '"pending"' })],
      'a status changes by itself: "available", later "pending"',
    ],
    [
      'a first reading with another status',
      [creation(), reading({ status: '"pending"' })],
      'a status changes by itself: "sold", later "pending"',
    ],
    [
      'a later reading without the status that was sent',
      [creation(), reading(), reading({ status: '' })],
      'a status changes by itself: "sold", later none',
    ],
    ['the same status twice', [creation(), reading(), reading()], 'the status of an animal does not change'],
  ])('%s', (_what, shapes, text) => {
    expect(observed(...shapes)).toEqual([`get/status-stable: ${text}`]);
  });

  it.each<[string, string, string, string]>([
    ['trimmed', `" ${runTag}1z "`, `"${runTag}1z"`, 'white space at the ends of names is trimmed'],
    [
      'collapsed',
      `"a  ${runTag}1z"`,
      `"a ${runTag}1z"`,
      'white space inside names is collapsed to one blank',
    ],
    ['composed', `"e\u0301 ${runTag}1z"`, `"\u00e9 ${runTag}1z"`, 'names are normalised to NFC'],
    [
      'with its combining marks reordered',
      `"q\u0307\u0323 ${runTag}1z"`,
      `"q\u0323\u0307 ${runTag}1z"`,
      'names are normalised to NFC',
    ],
    ['as it was sent', `"\u00e9 ${runTag}1z"`, `"\u00e9 ${runTag}1z"`, 'names are returned as sent'],
  ])('a name %s, the same in the answer and by id', (_what, sent, name, text) => {
    const texts = observed(creation({ name: sent }, { name }), reading({ name }), reading({ name }));
    expect(texts).toContain(`create/text-normalised: ${text}`);
    expect(texts).toHaveLength(2);
  });
});

describe('what a run has come to', () => {
  it('is counted by operation and status', () => {
    const watch = watchOf(creation(), noPet, { target: '/nothing', status: 404 });
    expect(watch.hasSeen('createPet', 201)).toBe(true);
    expect(watch.hasSeen('getPet', 404)).toBe(true);
    expect(watch.hasSeen('getPet', 200)).toBe(false);
    expect(watch.hasSeen('listPets', 404)).toBe(false);
    expect(watch.observations()).toEqual([]);
  });

  it('is the newest exchange of each kind that the valid key was let in for', () => {
    const watch = watchOf(
      list('?limit=5'),
      creation(),
      list('?limit=5'),
      { ...list('?limit=6'), credential: 'invalid' },
      { ...reading(), status: 404, answer: errorBody(404) },
    );
    expect(watch.acceptedExchange('listPets')).toBe(3);
    expect(watch.acceptedExchange('createPet')).toBe(2);
    expect(watch.acceptedExchange('getPet')).toBeNull();
  });

  it('taints both animals of one id', () => {
    const watch = watchOf(creation(), creation({ name: `"Rex ${runTag}2z"` }));
    expect(watch.history.created.map(({ tainted }) => tainted)).toEqual([true, true]);
  });
});
