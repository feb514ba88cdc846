import { errorBody, type Shape } from '../watchers/exchanges.ts';
import { challenge, creation, large, list, many, noPet, pet, reading, refused, unicode } from './shapes.ts';
import { runTag } from './traffic.ts';

const memberTwice: Shape = {
  method: 'POST',
  body: '{"name":"a","name":"b","categoryId":7}',
  status: 201,
  answer: pet(),
};

/** What is wrong, the exchanges that show it, and the violations they show. */
export const deviations: readonly (readonly [string, Shape[], string[]])[] = [
  [
    'an id given again by a creation whose body has one member twice',
    [creation(), memberTwice],
    ['create/unique-ids id-given-twice'],
  ],
  [
    'the id given again of a creation whose body has one member twice',
    [memberTwice, creation()],
    ['create/unique-ids id-given-twice'],
  ],
  [
    'an id given twice',
    [creation(), creation({ name: `"Rex ${runTag}2z"` })],
    ['create/unique-ids id-given-twice'],
  ],
  [
    'the id of an animal that was in a list before',
    [
      { ...list('', pet({ name: '"Tom"' })), sentAtMs: 10, durationMs: 5 },
      { ...creation(), sentAtMs: 16 },
    ],
    ['create/unique-ids id-of-another'],
  ],
  [
    'the id of an animal that was read and in a list before',
    [
      { ...reading({ name: '"Tom"' }), sentAtMs: 5 },
      { ...list('', pet({ name: '"Tom"' })), sentAtMs: 10, durationMs: 5 },
      { ...creation(), sentAtMs: 16 },
    ],
    ['create/unique-ids id-of-another'],
  ],
  [
    'the id of an animal that was in a list before, in what is read of it',
    [
      { ...list('', pet({ name: '"Tom"' })), sentAtMs: 10, durationMs: 5 },
      { ...creation(), sentAtMs: 16 },
      reading({ name: '"Tom"' }),
    ],
    ['create/unique-ids id-of-another'],
  ],
  [
    'an id given a third time',
    [creation(), creation({ name: `"Rex ${runTag}2z"` }), list('', pet()), creation()],
    ['create/unique-ids id-given-twice'],
  ],
  ['a list above its limit', [list('?limit=3', ...many(4))], ['list/limit-bounds-count more-than-limit']],
  [
    'a filtered list above its limit',
    [list('?limit=3&status=sold', ...many(4))],
    ['list/limit-with-status more-than-limit'],
  ],
  [
    'a list above 100 where more were requested than received',
    [list('?limit=150', ...many(151))],
    ['list/never-above-100 above-100'],
  ],
  [
    'a list above 100 where 101 were asked for',
    [list('?limit=101', ...many(101))],
    ['list/never-above-100 above-100'],
  ],
  [
    'a list above 100 with an odd limit',
    [list('?limit=all', ...many(101))],
    ['list/never-above-100 above-100'],
  ],
  [
    'a list above 100 with an unknown parameter',
    [list('?page_size=500', ...many(101))],
    ['list/never-above-100 above-100'],
  ],
  [
    'two animals for a limit of 1',
    [list('?limit=1', ...many(2))],
    ['list/limit-bounds-count more-than-limit'],
  ],
  [
    'a list of 101 for a limit of 100',
    [list('?limit=100', ...many(101))],
    ['list/never-above-100 above-100', 'list/limit-bounds-count more-than-limit'],
  ],
  [
    'a name with an odd beginning that lost it',
    [creation({ name: `"!Rex ${runTag}1z"` }, { name: `"Rex ${runTag}1z"` })],
    ['create/text-exact name-differs'],
  ],
  // What a smaller type makes of a number, or of none; the beginning of its digits; the sign lost; the largest of a type.
  ...[
    ['0', '9'],
    ['-5', '5'],
    [`${2n ** 32n + 9n}`, '9'],
    [`${2n ** 31n + 2n ** 16n + 7n}`, '7'],
    [`${2n ** 63n - 1n}`, '9223'],
    [`${2n ** 31n}`, `${2n ** 31n - 1n}`],
    ['-1', '255'],
    [`${2n ** 53n + 1n}`, `${2n ** 53n}`],
  ].map(([categoryId = '', received = '']): [string, Shape[], string[]] => [
    `the category ${categoryId} changed to ${received}`,
    [creation({ categoryId }, { categoryId: received })],
    ['create/int64-exact categoryId-differs'],
  ]),
  ...['-1', `${2n ** 31n}`, `${2n ** 63n - 1n}`].map((categoryId): [string, Shape[], string[]] => [
    `the category ${categoryId} changed to another number`,
    [creation({ categoryId }, { categoryId: '6' })],
    ['create/echoes-fields categoryId-differs'],
  ]),
  ...['1', `${2n ** 31n - 1n}`].map((categoryId): [string, Shape[], string[]] => [
    `the category ${categoryId} changed`,
    [creation({ categoryId }, { categoryId: '9' })],
    ['create/echoes-fields categoryId-differs'],
  ]),
  [
    'an animal that was asked for as soon as it was created',
    [
      { ...creation(), sentAtMs: 10, durationMs: 100 },
      { ...noPet, sentAtMs: 110 },
    ],
    ['get/returns-created not-found'],
  ],
  [
    'an animal that is not found two days before the operation may be gone',
    [creation(), { ...noPet, startedAt: '2030-12-03T23:59:59.000Z' }],
    ['get/returns-created not-found'],
  ],
  [
    'a creation that was limited first, then refused and stored',
    [{ ...creation(), status: 429, answer: '' }, refused(400), list('', pet())],
    ['create/refused-without-effect stored'],
  ],
  [
    'a refused creation that another method was tried with before',
    [{ ...refused(400), method: 'PUT', status: 405 }, refused(400), list('', pet())],
    ['create/refused-without-effect stored'],
  ],
  [
    'a refused creation in a name with another tag in front',
    [refused(400), list('', pet({ name: `"${runTag}9z ${runTag}1z"` }))],
    ['create/refused-without-effect stored'],
  ],
  ['more than 20 by default', [list('', ...many(21))], ['list/default-limit above-20']],
  [
    'another status in a filtered list',
    [list('?status=available', pet())],
    ['list/status-filter other-status'],
  ],
  [
    'another status in a filtered list with a limit',
    [list('?limit=5&status=available', pet())],
    ['list/limit-with-status other-status'],
  ],
  ['an id twice in a list', [list('', pet(), pet())], ['list/unique-ids id-twice']],
  ['a list in an envelope', [{ answer: `{"items":[${pet()}]}` }], ['list/returns-pets not-an-array']],
  [
    'a list that is a page',
    [{ answer: '<html>', received: { 'Content-Type': 'text/html' } }],
    ['list/returns-pets not-an-array'],
  ],
  ['an echo with another name', [creation({}, { name: '"rex"' })], ['create/echoes-fields name-differs']],
  ['an echo without the name', [creation({}, { name: '' })], ['create/echoes-fields name-missing']],
  [
    'an echo with another categoryId',
    [creation({}, { categoryId: '8' })],
    ['create/echoes-fields categoryId-differs'],
  ],
  [
    'an echo with another status',
    [creation({}, { status: '"pending"' })],
    ['create/echoes-fields status-differs'],
  ],
  ['an echo without the status', [creation({}, { status: '' })], ['create/echoes-fields status-missing']],
  [
    'a fourth status where none was sent',
    [creation({ status: '' }, { status: '"new"' })],
    ['create/status-optional other-status'],
  ],
  [
    'a status of null where none was sent',
    [creation({ status: '' }, { status: 'null' })],
    ['create/status-optional other-status'],
  ],
  ['no id', [creation({}, { id: '' })], ['create/assigns-id no-id']],
  ['an id as text', [creation({}, { id: '"5"' })], ['create/assigns-id id-not-int64']],
  ['an id beyond int64', [creation({}, { id: '9223372036854775808' })], ['create/assigns-id id-not-int64']],
  [
    'an accented name that comes back decomposed',
    [creation({ name: unicode }, { name: unicode.replace('\\u00eb', 'e\\u0308') })],
    ['create/text-exact name-differs'],
  ],
  [
    'a padded name that comes back trimmed, and reads as it was sent',
    [creation({ name: `" ${runTag}1z "` }, { name: `"${runTag}1z"` }), reading({ name: `" ${runTag}1z "` })],
    ['get/returns-created name-differs'],
  ],
  [
    'a padded name that comes back as sent, and reads trimmed',
    [creation({ name: `" ${runTag}1z "` }), reading({ name: `"${runTag}1z"` })],
    ['get/returns-created name-differs'],
  ],
  [
    'a NUL that got lost',
    [creation({ name: `"${runTag}1z\\u0000x"` }, { name: `"${runTag}1zx"` })],
    ['create/text-exact name-differs'],
  ],
  [
    'a categoryId rounded to a double',
    [creation({ categoryId: large }, { categoryId: `${2n ** 53n}` })],
    ['create/int64-exact categoryId-differs'],
  ],
  ['a created animal that is not found', [creation(), noPet], ['get/returns-created not-found']],
  [
    'an animal that is not found some time after its creation, where another one was found at once',
    [
      creation({ name: `"Tom ${runTag}3z"` }, { id: '6' }),
      { target: '/pets/6', answer: pet({ id: '6', name: `"Tom ${runTag}3z"` }) },
      creation(),
      { ...noPet, sentAtMs: 2_000 },
    ],
    ['get/stable not-found'],
  ],
  [
    'an animal that is not found some time after its creation, where another one was not found at once',
    [
      creation({ name: `"Tom ${runTag}3z"` }, { id: '6' }),
      { target: '/pets/6', answer: pet({ id: '6', name: `"Tom ${runTag}3z"` }) },
      creation({ name: `"Tom ${runTag}4z"` }, { id: '7' }),
      { ...noPet, target: '/pets/7' },
      creation(),
      { ...noPet, sentAtMs: 2_000 },
    ],
    ['get/returns-created not-found'],
  ],
  [
    'an animal that is not found some time after its creation, where none was found at once',
    [creation(), { ...noPet, sentAtMs: 2_000 }],
    ['get/returns-created not-found'],
  ],
  ['an animal that is found only once', [creation(), reading(), noPet], ['get/stable not-found']],
  ['another id in the reading of an animal of others', [reading({ id: '6' })], ['get/id-matches other-id']],
  [
    'another id in the reading of our own',
    [creation(), reading({ id: '6' })],
    ['get/id-matches other-id', 'get/returns-created another-animal'],
  ],
  ['no id in a reading', [creation(), reading({ id: '' })], ['get/id-matches no-id']],
  [
    'a first reading with another name',
    [creation(), reading({ name: '"x"' })],
    ['get/returns-created name-differs'],
  ],
  [
    'a first reading without the status',
    [creation(), reading({ status: '' })],
    ['get/returns-created status-differs'],
  ],
  [
    'a later reading with another name',
    [creation(), reading(), reading({ name: '"x"' })],
    ['get/stable name-differs'],
  ],
  [
    'a later reading with another categoryId',
    [creation(), reading(), reading({ categoryId: '0' })],
    ['get/stable categoryId-differs'],
  ],
  ['a refused creation in a list', [refused(400), list('', pet())], ['create/refused-without-effect stored']],
  ['a refused creation read by its id', [refused(400), reading()], ['create/refused-without-effect stored']],
  [
    'a creation refused for its key in a list',
    [refused(401), list('', pet())],
    ['auth/refused-without-effect stored'],
  ],
  [
    'the valid key answered 401',
    [{ status: 401, answer: errorBody(401), received: challenge }],
    ['auth/valid-key-accepted refused'],
  ],
  [
    'a 401 without WWW-Authenticate',
    [{ status: 401, credential: 'none', answer: errorBody(401) }],
    ['auth/challenge no-challenge'],
  ],
  ['the id of the client taken', [creation({ id: '5' })], ['create/ignores-client-id client-id-taken']],
];
