import { noCredential } from '../../src/arbitraries/credentials.ts';
import { answerOf } from '../../src/suite/answer.ts';
import type { Check } from '../../src/suite/check.ts';
import { withCredential } from '../../src/target/api-request.ts';
import type { OutgoingHeader } from '../../src/target/target.ts';
import { rightRequest } from '../steps/refused-credentials.ts';

/** Its description, path, and additional header fields. */
type KeylessRequest = readonly [description: string, path: string, headers?: readonly OutgoingHeader[]];

function withField(name: string, value: string): KeylessRequest {
  return [`with ${name}: ${value}`, '/pets?limit=1', [{ name, value }]];
}

/** Requests that bypass a key check on the raw path, or one that trusts header fields of a gateway. */
export const keylessRequests: readonly KeylessRequest[] = [
  // First, since any of the others would be blamed on its path or field.
  ['with a limit', '/pets?limit=1'],
  ['with a trailing slash', '/pets/'],
  ['with an empty query', '/pets?'],
  ['with a letter of the path percent-encoded', '/%70ets'],
  ['with a capital letter in the path', '/Pets'],
  ['with an extension', '/pets.json'],
  ['with a parameter of the path', '/pets;x=1'],
  ['with two slashes', '//pets'],
  ['with a duplicate parameter', '/pets?limit=1&limit=2'],
  withField('X-Forwarded-For', '127.0.0.1'),
  withField('X-Real-IP', '127.0.0.1'),
  withField('X-Original-URL', '/health'),
  withField('X-Original-URI', '/health'),
  withField('X-Rewrite-URL', '/health'),
  withField('X-HTTP-Method-Override', 'OPTIONS'),
  withField('X-User-Id', '1'),
  withField('X-Authenticated-User', 'admin'),
  withField('X-Consumer-Username', 'admin'),
  withField('X-Internal', 'true'),
  withField('X-Debug', 'true'),
  withField('Origin', 'http://localhost'),
  withField('Referer', 'http://localhost/'),
  withField('Upgrade-Insecure-Requests', '1'),
  withField('X-Requested-With', 'XMLHttpRequest'),
];

/** Sends an operation without a key to its path with a trailing slash, which a key check on the raw path may miss. */
export async function isNoWayInWithSlash(check: Check, operation: 'createPet' | 'getPet'): Promise<void> {
  const { method, target, ...request } = await rightRequest(check, operation, noCredential);
  const answer = answerOf(await check.sendForRules({ ...request, method, target: `${target}/` }));
  if (answer !== null && answer.pet !== null) {
    check.violated(answer, {
      kind: `${operation}-status-${answer.status}`,
      message: `${method} ${target}/ without a key, with a trailing slash, returned ${answer.status}`,
      expected: '401 with an Error body, or no such path',
    });
  }
}

/** Sends a list without a key, which must not succeed, whatever the path and header fields. */
export async function isNoWayIn(
  check: Check,
  [description, path, headers = []]: KeylessRequest,
): Promise<void> {
  const answer = answerOf(await check.sendForRules(withCredential('GET', path, headers, null, noCredential)));
  // Other paths are undocumented: a redirect, a web page or no response there discloses nothing.
  if (answer !== null && answer.status < 300 && Array.isArray(answer.json)) {
    check.violated(answer, {
      kind: `listPets-status-${answer.status}`,
      message: `GET ${path} without a key, ${description}, returned ${answer.status}`,
      expected: '401 with an Error body, or no such path',
    });
  }
}
