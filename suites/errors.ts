import type { KnownAnimal } from '../src/animals/animal-history.ts';
import { newPetText } from '../src/arbitraries/new-pet.ts';
import { headerValue } from '../src/exchange/headers.ts';
import { isJsonObject, type JsonValue, member } from '../src/json/exact-json.ts';
import { type Answer, answerOf } from '../src/suite/answer.ts';
import { type Check, refusedStatus } from '../src/suite/check.ts';
import { assume } from '../src/suite/outcome.ts';
import { perRun } from '../src/suite/session.ts';
import { type Suite, table } from '../src/suite/suite.ts';
import { listPetsByQuery, withCredential } from '../src/target/api-request.ts';
import { type OddRequest, oddEncodings, oddQueries } from './cases/odd-queries.ts';

interface UnsupportedMethod {
  readonly method: 'PUT' | 'PATCH' | 'DELETE';
  readonly isOnAnimal: boolean;
}

/** On all animals only the method that changes nothing if the service supports it: the body is an empty patch. */
const unsupportedMethods: readonly UnsupportedMethod[] = [
  { method: 'PUT', isOnAnimal: true },
  { method: 'PATCH', isOnAnimal: true },
  { method: 'DELETE', isOnAnimal: true },
  { method: 'PATCH', isOnAnimal: false },
];

/** The number of methods that the service turned out not to support. */
const unsupportedCount = perRun(() => ({ count: 0 }));

export const errors: Suite = {
  'errors/unknown-path': table<(known: bigint) => string>({
    cases: [() => '/no-such-path', (known) => `/pets/${known}/no-such-path`],
    test: async (check, pathOf) => {
      const { created, seen } = check.history;
      const [known] = [...created, ...seen];
      const path = pathOf(known?.id ?? 1n);
      const answer = await check.send(withCredential('GET', path, [], null, check.session.key));
      if (answer.status < 400 || answer.status >= 500) {
        check.violated(answer, {
          kind: `status-${answer.status}`,
          message: `The unknown path ${path} returned ${answer.status}`,
          expected: 'a 4xx, such as 404',
        });
      }
    },
  }),

  'errors/unsupported-method': table<UnsupportedMethod>({
    cases: ({ readOnly }) => unsupportedMethods.filter(({ isOnAnimal }) => !(isOnAnimal && readOnly)),
    test: async (check, { method, isOnAnimal }) => {
      const animal = isOnAnimal ? await sacrifice(check) : null;
      unsupportedCount(check).count += (await judgeMethod(check, method, animal)) ? 1 : 0;
    },
    after: async (check) =>
      assume(
        unsupportedCount(check).count > 0,
        'the service accepted these methods, which the document does not mention, or refused them as it may refuse a supported one',
      ),
  }),

  'odd requests': table<OddRequest>({
    cases: ({ readOnly }) => [
      ...oddEncodings.filter(({ creates }) => !(creates && readOnly)).map(({ make }) => make),
      ...oddQueries.map(
        (query): OddRequest =>
          (key) =>
            listPetsByQuery(query, key),
      ),
    ],
    test: (check, make) => check.sendForRules(make(check.session.key, () => check.plainPet(refusedStatus))),
  }),
};

/** An animal that the service may change or remove if it supports these methods: one created for this purpose. */
async function sacrifice(check: Check): Promise<KnownAnimal> {
  const spent = check.history.created.find((animal) => animal.tainted);
  const animal = spent ?? (await check.newAnimal('sold'));
  animal.tainted = true;
  return animal;
}

const unsupported = '405 with an Allow header, 501, or 404';

/** Whether the method is unsupported: a service may have operations that the document does not mention. */
async function judgeMethod(
  check: Check,
  method: UnsupportedMethod['method'],
  animal: KnownAnimal | null,
): Promise<boolean> {
  const path = animal === null ? '/pets' : `/pets/${animal.id}`;
  const pet = animal === null ? null : check.plainPet('sold');
  const body = method === 'DELETE' || pet === null ? '{}' : newPetText(pet);
  const headers = method === 'DELETE' ? [] : [{ name: 'Content-Type', value: 'application/json' }];
  const answer = await check.send(
    withCredential(method, path, headers, method === 'DELETE' ? null : body, check.session.key),
  );
  const { status } = answer;
  if (status < 400) {
    return animal !== null && (await judgeAccepted(check, method, animal, answer, pet?.name));
  }
  const isAllowMissing = status === 405 && headerValue(answer.headers, 'Allow') === undefined;
  const isPermitted = [404, 405, 501].includes(status) && !isAllowMissing;
  if (!isPermitted && status !== 405 && (await mayBeSupported(check, path, answer))) {
    return false;
  }
  if (!isPermitted) {
    check.violated(answer, {
      kind: isAllowMissing ? 'no-allow' : `status-${status}`,
      message: `${method} on ${animal === null ? 'the list of animals' : 'an animal'} returned ${status}${isAllowMissing ? ' without an Allow header' : ''}`,
      expected: unsupported,
    });
  }
  return true;
}

/**
 * Whether the service may support the method and refuse this request: for the rights of the key, a condition, a form or
 * a state. It does not support the method if it refuses one of RFC 4918, which animals do not have, in the same way.
 */
async function mayBeSupported(check: Check, path: string, answer: Answer): Promise<boolean> {
  const { status } = answer;
  if (status >= 500 || [401, 403, 428, 429].includes(status)) {
    return status < 500;
  }
  const other = await check.send(withCredential('PROPFIND', path, [], null, check.session.key));
  return other.status !== status || errorOf(other) !== errorOf(answer);
}

/** The code of an error; of one in another form the body without the method, and without times and long ids. */
function errorOf({ json, exchange: { request, response } }: Answer) {
  const code = member(json, 'code');
  return typeof code === 'string'
    ? code
    : response?.body
        .replaceAll(request.method, '')
        .replaceAll(/[\w:.+-]{8,}/g, (word) => (/\d/.test(word) ? '' : word));
}

/** A successful status requires an effect. Without one, the service neither supports nor refuses the method. */
async function judgeAccepted(
  check: Check,
  method: string,
  animal: KnownAnimal,
  answer: Answer,
  newName: string | undefined,
): Promise<boolean> {
  if (newName === undefined || answer.status >= 300 || answer.status === 202) {
    return false;
  }
  const read = () => check.get(animal.id);
  const isUnchanged = ({ status, json }: Answer) =>
    status === 200 && (method === 'DELETE' ? !hasMore(json, animal) : member(json, 'name') !== newName);
  let after = await read();
  if (isUnchanged(after)) {
    await check.session.pause(check.options.consistencyGraceMs);
    after = await read();
  }
  const isIgnored = isUnchanged(after);
  if (isIgnored) {
    check.violated(answer, {
      kind: 'ignored',
      message: `${method} on an animal returned ${answer.status} and changed nothing`,
      expected: unsupported,
      related: [{ role: 'the animal afterwards', exchange: after.exchange.number }],
    });
  }
  return isIgnored;
}

/** Whether an animal has a member that it did not have when it was created, such as the time of its removal. */
function hasMore(json: JsonValue | undefined, { creation }: KnownAnimal): boolean {
  const before = creation === null ? undefined : answerOf(creation.exchange)?.json;
  return (
    isJsonObject(json) &&
    isJsonObject(before) &&
    Object.keys(json).some((name) => !Object.hasOwn(before, name))
  );
}
