import { describe, expect, it } from 'vitest';
import { AnimalWatch } from '../../src/animals/animal-watch.ts';
import { errorBody, exchange, type Shape } from '../watchers/exchanges.ts';
import { creation, flagged, large, list, many, noPet, pet, reading, refused, unicode } from './shapes.ts';
import { runTag } from './traffic.ts';

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

describe('what proves nothing is not flagged', () => {
  const missing: Shape = { ...noPet, startedAt: '2030-12-05T00:00:00.000Z' };
  it.each<[string, Shape[]]>([
    ['getPet gone after its removal', [creation(), missing]],
    ['an animal hidden from a caller without its key', [creation(), { ...noPet, credential: 'invalid' }]],
    [
      'a reading that was asked for before the creation was answered',
      [
        { ...creation(), sentAtMs: 10, durationMs: 100 },
        { ...noPet, sentAtMs: 50 },
      ],
    ],
    [
      'an animal in a list that came when its creation was sent',
      [
        { ...list('', pet()), sentAtMs: 10, durationMs: 10 },
        { ...creation(), sentAtMs: 20 },
      ],
    ],
    [
      'an animal of others that was read before, and not in a list',
      [
        { ...reading({ name: '"Tom"' }), sentAtMs: 10 },
        { ...creation(), sentAtMs: 100 },
      ],
    ],
    ['a body refused once and accepted once', [refused(400), creation(), list('', pet())]],
    [
      'a body refused after an attempt whose answer was lost',
      [
        { ...creation(), response: null, failure: { code: 'reset', detail: 'closed' } },
        refused(400),
        list('', pet()),
      ],
    ],
    ['a body answered 500 first', [{ ...creation(), status: 500 }, refused(400), list('', pet())]],
    [
      'a list that broke off',
      [{ ...list('', pet()), answer: '[{"id":', failure: { code: 'truncated', detail: 'closed' } }],
    ],
    ['damaged JSON, which responses/media-type judges', [{ answer: '[1,' }]],
    [
      'a null behind as many animals as the limit, which responses/schema judges',
      [list('?limit=3', ...many(3), 'null')],
    ],
    ['the page size of another parameter', [list('?page_size=50', ...many(21))]],
    [
      'one member twice',
      [
        {
          method: 'POST',
          body: '{"name":"a","name":"b","categoryId":7}',
          status: 201,
          answer: pet({ name: '"a"' }),
        },
      ],
    ],
    [
      'one member twice beside the id of an animal that exists, which is judged as such',
      [
        creation(),
        {
          method: 'POST',
          body: '{"id":5,"name":"a","name":"b","categoryId":7}',
          status: 201,
          answer: pet({ name: '"a"' }),
        },
      ],
    ],
    [
      'one member twice, and no id of the new animal',
      [1, 2].map(() => ({
        method: 'POST',
        body: '{"name":"a","name":"b","categoryId":7}',
        status: 201,
        answer: pet({ id: '' }),
      })),
    ],
    ['a name that is no text, and accepted', [creation({ name: '7' }), reading({ name: '"x"' })]],
    [
      'a category that is text, and accepted',
      [creation({ categoryId: '"7"' }, { categoryId: '8' }), reading()],
    ],
    ['a status in capitals, and accepted', [creation({ status: '"SOLD"' }), reading({ name: '"x"' })]],
    [
      'JSON that is cut off, and accepted',
      [{ ...creation({}, { name: '"x"' }), body: '{"name":"a"' }, reading({ name: '"y"' })],
    ],
    ['no body, and accepted', [{ ...creation({}, { name: '"x"' }), body: null }]],
    ['a new animal in an array', [{ ...creation(), answer: `[${pet({ name: '"x"' })}]` }]],
    ['an animal in an array', [creation(), { ...reading(), answer: `[${pet({ name: '"x"' })}]` }]],
    [
      'a wrong echo in an answer that broke off',
      [{ ...creation({}, { name: '"x"' }), failure: { code: 'truncated', detail: 'closed' } }],
    ],
    [
      'a web page for a list, that broke off',
      [
        {
          answer: '<html>',
          received: { 'Content-Type': 'text/html' },
          failure: { code: 'truncated', detail: 'closed' },
        },
      ],
    ],
    ['a list that returned 201', [{ status: 201, answer: pet({ id: '"x"' }) }]],
    ['an animal by a number with zeros in front', [{ target: '/pets/007', answer: pet({ id: '7' }) }]],
    ['an animal that is answered 500', [creation(), { ...reading(), status: 500, answer: '' }]],
    ['a number for a name in a list', [list('', pet({ name: '7' }))]],
    ['no status where none was sent', [creation({ status: '' }), reading({ status: '' })]],
    ...['available', 'pending', 'sold'].map((status): [string, Shape[]] => [
      `${status} where no status was sent`,
      [creation({ status: '' }, { status: `"${status}"` }), reading({ status: `"${status}"` })],
    ]),
    [
      'a status that comes and goes where none was sent',
      [
        creation({ status: '' }),
        reading({ status: '"available"' }),
        reading({ status: '' }),
        reading({ status: '"available"' }),
      ],
    ],
    [
      'a status that comes later where none was sent',
      [creation({ status: '' }), reading({ status: '' }), reading({ status: '"sold"' })],
    ],
    ['an odd name that reads as it was sent', [creation({ name: unicode }), reading({ name: unicode })]],
    ['a large category', [creation({ categoryId: large }), reading({ categoryId: large })]],
    ['an odd status in a list that is not filtered by it', [list('?status=SOLD', pet())]],
    ['a list of 100 animals', [list('?limit=101', ...many(100))]],
    ['a list of 20 animals', [list('', ...many(20))]],
    ['a list as long as its limit', [list('?limit=3', ...many(3)), list('?limit=1', ...many(1))]],
    ['a limit of 0 that is not kept to', [list('?limit=0', ...many(20))]],
    ['a limit that is no number', [list('?limit=abc', ...many(20))]],
    ['a negative limit', [list('?limit=-5', ...many(20))]],
    ['getPet gone on the day before', [creation(), { ...noPet, startedAt: '2030-12-04' }]],
    ['a blank name, stored trimmed', [creation({ name: '"  "' }, { name: '""' })]],
    [
      'a lone surrogate in a name, stored replaced',
      [creation({ name: `"${runTag}1z\\ud83d"` }, { name: `"${runTag}1z\\ufffd"` })],
    ],
    ['a filtered list with an animal that shows no status', [list('?status=sold', pet({ status: '' }))]],
    [
      'the key answered 401 on a path of no operation',
      [{ target: '/nothing', status: 401, answer: errorBody(401) }],
    ],
  ])('%s', (_name, shapes) => {
    expect(flagged(...shapes)).toEqual([]);
  });
});
