import { describe, expect, it } from 'vitest';
import { AnimalWatch } from '../../src/animals/animal-watch.ts';
import { exchange, type Shape } from '../watchers/exchanges.ts';
import { creation, flagged, large, list, noPet, pet, reading, unicode } from './shapes.ts';
import { runTag } from './traffic.ts';

describe('a consequence of a deviation is not reported again', () => {
  it.each<[string, Shape[], string[]]>([
    [
      'a wrong echo, in the readings after it',
      [creation({}, { name: '"rex"' }), reading({ name: '"rex"' }), reading({ name: '"rex"' })],
      ['create/echoes-fields name-differs'],
    ],
    [
      'a wrong echo of what was stored well',
      [creation({}, { name: '"rex"' }), reading()],
      ['create/echoes-fields name-differs'],
    ],
    [
      'a wrong echo of a status that was stored well, in the readings after it',
      [creation({}, { status: '"pending"' }), reading(), reading()],
      ['create/echoes-fields status-differs'],
    ],
    [
      'a wrong status, echoed and stored alike',
      [creation({}, { status: '"pending"' }), reading({ status: '"pending"' })],
      ['create/echoes-fields status-differs'],
    ],
    [
      'a wrong category, in a reading of what was stored well',
      [creation({}, { categoryId: '8' }), reading()],
      ['create/echoes-fields categoryId-differs'],
    ],
    [
      'an odd name that was echoed and stored changed alike',
      [creation({ name: unicode }, { name: '"x"' }), reading({ name: '"x"' })],
      ['create/text-exact name-differs'],
    ],
    [
      'a large category that was echoed and stored changed alike',
      [creation({ categoryId: large }, { categoryId: '9007' }), reading({ categoryId: '9007' })],
      ['create/int64-exact categoryId-differs'],
    ],
    [
      'a plain category that was stored changed, in a large one',
      [
        creation(),
        reading({ categoryId: '0' }),
        { ...creation({ categoryId: large }, { id: '6' }) },
        { ...reading({ id: '6', categoryId: '0' }), target: '/pets/6' },
      ],
      ['get/returns-created categoryId-differs'],
    ],
    [
      'another animal in the place of our own, in its other members',
      [creation(), reading({ id: '6', name: '"x"', categoryId: '9' })],
      ['get/id-matches other-id', 'get/returns-created another-animal'],
    ],
    [
      'the name of another animal, in its other members',
      [
        creation({ categoryId: large }),
        reading({ name: `"Rex ${runTag}2z"`, categoryId: '7', status: '"pending"' }),
      ],
      ['get/returns-created name-differs'],
    ],
    [
      'another animal of ours in the place of one with an odd name and category',
      [
        { ...creation({ name: `"Rex ${runTag}2z"` }, { id: '6' }) },
        creation({ name: unicode, categoryId: large }),
        reading({ name: `"Rex ${runTag}2z"`, status: '"pending"' }),
      ],
      ['get/returns-created name-differs'],
    ],
    [
      'another animal of ours in the answer to a creation, in its texts and numbers',
      [
        creation({ name: `"Rex ${runTag}2z"` }, { id: '6' }),
        creation({ name: unicode, categoryId: large }, { name: `"Rex ${runTag}2z"`, categoryId: '7' }),
      ],
      ['create/echoes-fields name-differs'],
    ],
    [
      'an animal in an envelope, in each of its members',
      [creation({ name: unicode, categoryId: large }, { id: '', name: '', categoryId: '', status: '' })],
      ['create/assigns-id no-id', 'create/echoes-fields name-missing'],
    ],
    [
      'no id, in a second creation without one',
      [creation({}, { id: '' }), creation({ name: `"Rex ${runTag}2z"` }, { id: '' })],
      ['create/assigns-id no-id'],
    ],
    [
      'a fourth status where none was sent, in a reading that shows one of the three',
      [creation({ status: '' }, { status: '"new"' }), reading({ status: '"available"' })],
      ['create/status-optional other-status'],
    ],
    [
      'two animals with one id, in the readings of either',
      [creation(), creation({ name: `"Rex ${runTag}2z"` }), reading(), reading({ name: '"x"' }), noPet],
      ['create/unique-ids id-given-twice'],
    ],
    [
      'a client id that was taken, in a creation that gets it',
      [
        { ...list('', pet()), sentAtMs: 10 },
        { ...creation({ id: '5' }), sentAtMs: 20 },
        { ...creation(), sentAtMs: 30 },
      ],
      ['create/ignores-client-id client-id-taken'],
    ],
    [
      'a client id that was taken, in the readings of its animal',
      [creation(), creation({ id: '5', name: '"x"' }), reading({ name: '"x"' })],
      ['create/ignores-client-id client-id-taken'],
    ],
    [
      'a categoryId that is a fraction, in two readings that agree',
      [creation({}, { categoryId: '7.5' }), reading({ categoryId: '7.5' }), reading({ categoryId: '7.50' })],
      ['create/echoes-fields categoryId-differs'],
    ],
  ])('%s', (_name, shapes, expected) => {
    expect(flagged(...shapes)).toEqual(expected);
  });

  it('taints both animals of one id', () => {
    const watch = new AnimalWatch(runTag);
    for (const [index, shape] of [creation(), creation({ name: `"Rex ${runTag}2z"` })].entries()) {
      watch.see(exchange({ number: index + 1, ...shape }));
    }
    expect(watch.history.created.map(({ tainted }) => tainted)).toEqual([true, true]);
  });
});
