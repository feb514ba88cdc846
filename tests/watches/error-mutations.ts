import { isJsonObject, type JsonValue, member } from '../../src/json/exact-json.ts';
import { runTag } from '../history/traffic.ts';
import {
  answered,
  changed,
  isAnswer,
  literal,
  type Mutation,
  parsed,
  type Scene,
  withJson,
} from './mutation.ts';

const places = {
  'a 400': (scene: Scene) => isAnswer(scene, 400, 'createPet'),
  'a 401 of a list': (scene: Scene) => isAnswer(scene, 401, 'listPets'),
  'a 401 of a creation': (scene: Scene) => isAnswer(scene, 401, 'createPet'),
  'a 401 of a reading': (scene: Scene) => isAnswer(scene, 401, 'getPet'),
  'a 404': (scene: Scene) => isAnswer(scene, 404, 'getPet'),
} as const;

type Change = (error: JsonValue, status: number) => JsonValue | undefined;

/** The same deviation in the errors of one place only. */
function at(place: keyof typeof places, what: string, violates: readonly string[], change: Change): Mutation {
  return {
    name: `${place} ${what}`,
    violates,
    mutate: (scene) =>
      places[place](scene) && isJsonObject(scene.json)
        ? withJson(scene, change(scene.json, scene.response?.status ?? 0))
        : null,
  };
}

const shape = ['errors/body-shape'];
const bodyShape: readonly Mutation[] = [
  at('a 400', 'has no code', shape, (error) => changed(error, 'code', undefined)),
  at('a 404', 'has a code of null', shape, (error) => changed(error, 'code', null)),
  at('a 401 of a creation', 'has its code as a number', shape, (error) => changed(error, 'code', 401n)),
  at('a 401 of a list', 'has no message', shape, (error) => changed(error, 'message', undefined)),
  at('a 400', 'has a list of messages', shape, (error) => changed(error, 'message', ['a', 'b'])),
  at('a 404', 'has an object as message', shape, (error) => changed(error, 'message', { en: 'no' })),
  at('a 404', 'has no status', shape, (error) => changed(error, 'status', undefined)),
  at('a 401 of a reading', 'has its status as text', shape, (error, status) =>
    changed(error, 'status', `${status}`),
  ),
  at('a 400', 'has a status with a fraction', shape, (error) => changed(error, 'status', literal('400.5'))),
  at('a 404', 'has a status of true', shape, (error) => changed(error, 'status', true)),
  at('a 404', 'stands in an envelope', shape, (error) => ({ error })),
  at('a 401 of a list', 'stands in an array', shape, (error) => [error]),
  at('a 400', 'is its message alone', shape, (error) => member(error, 'message')),
  at('a 401 of a list', 'is null', shape, () => null),
  at('a 404', 'is an empty object', shape, () => ({})),
  at('a 400', 'has its members in capitals', shape, (error, status) => ({
    Code: member(error, 'code') ?? '',
    Message: 'm',
    Status: BigInt(status),
  })),
  {
    name: 'a 404 has no body',
    violates: shape,
    mutate: (scene) => (places['a 404'](scene) ? answered(scene, { body: '' }) : null),
  },
  {
    name: 'a 401 of a creation is a page',
    violates: [...shape, 'responses/media-type'],
    mutate: (scene) =>
      places['a 401 of a creation'](scene) ? answered(scene, { body: '<h1>Unauthorized</h1>' }) : null,
  },
];

const matches = ['errors/status-matches'];
const statusMatches: readonly Mutation[] = [
  at('a 400', 'says 422', matches, (error) => changed(error, 'status', 422n)),
  at('a 401 of a creation', 'says 403', matches, (error) => changed(error, 'status', 403n)),
  at('a 404', 'says 400', matches, (error) => changed(error, 'status', 400n)),
  at('a 404', 'says 0', matches, (error) => changed(error, 'status', 0n)),
  at('a 401 of a reading', 'says 200', matches, (error) => changed(error, 'status', 200n)),
  at('a 404', 'says 404 and a billion', matches, (error) => changed(error, 'status', 1_000_000_404n)),
  at('a 400', 'says 2^64 more', matches, (error) => changed(error, 'status', 2n ** 64n + 400n)),
];

const empty = ['errors/not-empty'];
const notEmpty: readonly Mutation[] = [
  at('a 404', 'has an empty message', empty, (error) => changed(error, 'message', '')),
  at('a 401 of a list', 'has an empty message', empty, (error) => changed(error, 'message', '')),
  {
    name: 'a 400 has an empty code',
    violates: empty,
    // Bodies with a tag are sent once: no other 400 has to have the same code.
    mutate: (scene) =>
      places['a 400'](scene) && (scene.exchange.request.body ?? '').includes(runTag)
        ? withJson(scene, changed(scene.json, 'code', ''))
        : null,
  },
];

const stable = ['errors/code-stable'];
/** Whether the same kind of error came before, so that a code can differ from the one that it had. */
const isAgain = (scene: Scene): boolean =>
  scene.before.some(
    ({ request, response, failure }) =>
      failure === null &&
      response?.status === scene.response?.status &&
      request.credential === scene.exchange.request.credential &&
      (response?.status === 401
        ? !/^\/pets\/(?!-?[1-9]\d{0,17}$)/.test(request.target)
        : request.target === scene.exchange.request.target && /^\/pets\/-?[1-9]\d*$/.test(request.target)) &&
      typeof member(parsed(response?.body), 'code') === 'string',
  );
const otherCode =
  (make: (code: string) => string): Change =>
  (error) => {
    const code = member(error, 'code');
    return typeof code === 'string' ? changed(error, 'code', make(code)) : undefined;
  };

function onlyAgain(mutation: Mutation): Mutation {
  return { ...mutation, mutate: (scene) => (isAgain(scene) ? mutation.mutate(scene) : null) };
}

const codeStable: readonly Mutation[] = [
  onlyAgain(
    at(
      'a 404',
      'has a code of its own',
      stable,
      otherCode(() => 'gone'),
    ),
  ),
  onlyAgain(
    at(
      'a 404',
      'has the code in capitals',
      stable,
      otherCode((code) => code.toUpperCase()),
    ),
  ),
  onlyAgain(
    at(
      'a 401 of a reading',
      'has a code of its own',
      stable,
      otherCode((code) => `${code}_pet`),
    ),
  ),
  onlyAgain(
    at(
      'a 401 of a creation',
      'has a blank behind its code',
      stable,
      otherCode((code) => `${code} `),
    ),
  ),
  {
    name: 'the same broken body is answered with another code the second time',
    violates: stable,
    mutate: (scene) => {
      const [other] =
        at(
          'a 400',
          '',
          stable,
          otherCode((code) => `${code}2`),
        ).mutate(scene) ?? [];
      const { exchange } = scene;
      const again = { sentAtMs: exchange.sentAtMs + 0.2, finishedAtMs: exchange.finishedAtMs + 0.2 };
      const isShort = (exchange.request.body ?? '').length <= 1000;
      return other === undefined || !isShort ? null : [exchange, { ...other, ...again }];
    },
  },
];

const leaks: Readonly<Record<string, string>> = {
  'a stack trace of Node.js': 'TypeError: x\n    at findPet (/app/src/pets.js:10:5)',
  'a stack trace of Java': 'NullPointerException\n\tat store.Pets.find(Pets.java:42)',
  'a stack trace of Python': 'Traceback (most recent call last):\n  File "app.py", line 3, in find',
  'the path of a file': 'no such file: /usr/src/app/store/pets.ts',
  'the text of a query': 'failed: SELECT id, name FROM pets WHERE id = $1',
  'a message of a database': 'duplicate key value violates unique constraint "pets_pkey"',
  'a panic': 'goroutine 17 [running]: main.find()',
};
const internals = ['errors/no-internals'];
const noInternals: readonly Mutation[] = [
  ...Object.entries(leaks).flatMap(([what, leak], index) => {
    const place = Object.keys(places)[index % 5] as keyof typeof places;
    return [
      at(place, `shows ${what} in its message`, internals, (error) => changed(error, 'message', leak)),
      at('a 404', `shows ${what} deep inside`, internals, (error) =>
        isJsonObject(error) ? { ...error, debug: [{ cause: { [leak]: null } }] } : undefined,
      ),
    ];
  }),
  {
    name: 'an unknown path shows a stack trace in plain text',
    violates: internals,
    mutate: (scene) =>
      scene.exchange.request.target === '/nothing'
        ? answered(scene, { body: `Cannot GET\n    at next (/srv/node_modules/router/index.js:5:3)` })
        : null,
  },
  {
    name: 'a 401 shows the key that was sent',
    violates: internals,
    mutate: (scene) =>
      places['a 401 of a list'](scene) ? answered(scene, { secretsEchoedIn: ['body'] }) : null,
  },
];

/** What the errors of a service may get wrong. */
export const errorMutations: readonly Mutation[] = [
  ...bodyShape,
  ...statusMatches,
  ...notEmpty,
  ...codeStable,
  ...noInternals,
];
