import { newPetText } from '../src/arbitraries/new-pet.ts';
import { headerValue } from '../src/exchange/headers.ts';
import { member } from '../src/json/exact-json.ts';
import type { Answer } from '../src/runner/answer.ts';
import type { Check } from '../src/runner/check.ts';
import { assume } from '../src/runner/outcome.ts';
import type { Suite } from '../src/runner/suite.ts';
import { withCredential } from '../src/target/api-request.ts';

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

export const errors: Suite = {
  'errors/unknown-path': async (check) => {
    const { created, seen } = check.history;
    const [known] = [...created, ...seen];
    const paths = ['/no-such-path', `/pets/${known?.id ?? 1}/no-such-path`];
    for (const path of check.chosen(paths)) {
      const answer = await check.send(withCredential('GET', path, [], null, check.session.key));
      if (answer.status < 400 || answer.status >= 500) {
        check.deviation(answer, {
          kind: `status-${answer.status}`,
          message: `The unknown path ${path} returned ${answer.status}`,
          expected: 'a 4xx, such as 404',
        });
      }
    }
  },

  'errors/unsupported-method': async (check) => {
    const chosen = check.chosen(unsupportedMethods);
    const { readOnly } = check.options;
    const animal = readOnly ? null : `/pets/${await sacrifice(check)}`;
    let judged = 0;
    for (const { method, isOnAnimal } of readOnly ? unsupportedMethods : chosen) {
      const path = isOnAnimal ? animal : '/pets';
      judged += path !== null && (await judgeMethod(check, method, path, isOnAnimal)) ? 1 : 0;
    }
    assume(judged > 0, 'the service supports these methods, which the document does not mention');
  },
};

/**
 * An animal that the service may change or remove if it supports these methods: one created for this purpose, or the
 * newest one if no later check needs it.
 */
async function sacrifice(check: Check): Promise<bigint> {
  const { created } = check.history;
  const newest = check.plan.reuses ? created.at(-1) : undefined;
  const spent = created.find((animal) => animal.tainted) ?? newest;
  const animal = spent ?? (await check.newAnimal('sold'));
  animal.tainted = true;
  return animal.id;
}

const unsupported = '405 with an Allow header, 501, or 404';

/** Whether the method is unsupported: a service may have operations that the document does not mention. */
async function judgeMethod(
  check: Check,
  method: UnsupportedMethod['method'],
  path: string,
  isOnAnimal: boolean,
): Promise<boolean> {
  const pet = isOnAnimal ? check.plainPet('sold') : null;
  const body = method === 'DELETE' || pet === null ? '{}' : newPetText(pet);
  const headers = method === 'DELETE' ? [] : [{ name: 'Content-Type', value: 'application/json' }];
  const answer = await check.send(
    withCredential(method, path, headers, method === 'DELETE' ? null : body, check.session.key),
  );
  if (answer.status < 400) {
    return await judgeAccepted(check, method, path, answer, pet?.name);
  }
  const { status } = answer;
  const isAllowMissing = status === 405 && headerValue(answer.headers, 'Allow') === undefined;
  if (isAllowMissing || ![404, 405, 501].includes(status)) {
    check.deviation(answer, {
      kind: isAllowMissing ? 'no-allow' : `status-${status}`,
      message: `${method} on ${isOnAnimal ? 'an animal' : 'the list of animals'} returned ${status}${isAllowMissing ? ' without an Allow header' : ''}`,
      expected: unsupported,
    });
  }
  return true;
}

/** A successful status requires an effect. Without one, the service neither supports nor refuses the method. */
async function judgeAccepted(
  check: Check,
  method: string,
  path: string,
  answer: Answer,
  newName: string | undefined,
): Promise<boolean> {
  if (newName === undefined || answer.status >= 300 || answer.status === 202) {
    return false;
  }
  const after = await check.send(withCredential('GET', path, [], null, check.session.key));
  const name = member(after.json, 'name');
  const isIgnored = after.status === 200 && (method === 'DELETE' || name !== newName);
  if (isIgnored) {
    check.deviation(answer, {
      kind: 'ignored',
      message: `${method} on an animal returned ${answer.status} and changed nothing`,
      expected: unsupported,
      related: [{ role: 'the animal afterwards', exchange: after.exchange.number }],
    });
  }
  return isIgnored;
}
