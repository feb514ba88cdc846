import { noCredential } from '../src/arbitraries/credentials.ts';
import { farIds } from '../src/arbitraries/int64.ts';
import type { Operation } from '../src/exchange/exchange.ts';
import { member } from '../src/json/exact-json.ts';
import type { Answer } from '../src/suite/answer.ts';
import type { Check } from '../src/suite/check.ts';
import { assume, Inconclusive, Skipped } from '../src/suite/outcome.ts';
import { once, rule, type Suite, table } from '../src/suite/suite.ts';
import { without } from './cases/invalid-creation.ts';

interface DocumentedStatus {
  readonly operation: Operation;
  readonly status: number;
  /** Sends a request that leads to it. */
  readonly send: (check: Check) => Promise<unknown>;
}

/** Every documented status of every operation. */
const documentedStatuses: readonly DocumentedStatus[] = [
  { operation: 'listPets', status: 200, send: (check) => check.list({ limit: 1 }) },
  { operation: 'listPets', status: 401, send: (check) => check.list({ limit: 1 }, noCredential) },
  { operation: 'createPet', status: 201, send: (check) => check.createPlain() },
  {
    operation: 'createPet',
    status: 400,
    send: (check) => check.create(withoutName(check)),
  },
  {
    operation: 'createPet',
    status: 401,
    send: (check) => check.create(check.plainPet('pending'), noCredential),
  },
  { operation: 'getPet', status: 200, send: async (check) => check.getKnown() },
  { operation: 'getPet', status: 401, send: (check) => check.get(farIds.ofErrors, noCredential) },
  { operation: 'getPet', status: 404, send: (check) => check.get(farIds.ofErrors) },
];

/** Sends a request for each status that the run has not received: nothing, unless few checks are selected. */
async function reachEveryStatus(check: Check): Promise<void> {
  const { options, session } = check;
  for (const { operation, status, send } of documentedStatuses) {
    const isForbidden = options.readOnly && operation === 'createPet';
    if (!isForbidden && !session.animalWatch.hasSeen(operation, status)) {
      await send(check).catch(passOverUndecided);
    }
  }
}

function passOverUndecided(error: unknown): void {
  if (!(error instanceof Inconclusive)) {
    throw error;
  }
}

/** An invalid body for one reason alone: with several, either code is right. */
function withoutName(check: Check): string {
  return without('name')(check.plainPet('pending')).text;
}

/** The same error twice. A code may contain a count. */
async function hasOneCode(ask: () => Promise<Answer>): Promise<void> {
  for (const { status, json } of [await ask(), await ask()]) {
    assume(status >= 400, `the request succeeded with ${status}, so there is no error to compare`);
    assume(
      typeof member(json, 'code') === 'string',
      `a ${status} has no code that is text: see errors/body-shape`,
    );
  }
}

/** The requirements of every response. */
export const everyResponse: Suite = {
  'every documented status': once(reachEveryStatus, { time: 'last', smoke: true, requests: 0 }),

  'responses/documented-status': rule(),
  'responses/schema': rule(),
  'responses/media-type': rule(),

  'errors/body-shape': rule(),
  'errors/status-matches': rule(),
  'errors/not-empty': rule(),
  'errors/no-server-error': rule(),
  'errors/no-internals': rule(),
  'errors/codes': rule(),
  'errors/code-stable': table<(check: Check) => Promise<void>>({
    time: 'last',
    smoke: true,
    requests: 2,
    cases: ({ readOnly }) => [
      (check) => hasOneCode(() => check.get(farIds.ofErrors)),
      ...(readOnly ? [] : [(check: Check) => hasOneCode(() => check.create(withoutName(check)))]),
    ],
    test: (check, prove) => prove(check),
  }),

  'rate/headers-present': rule(),
  'rate/headers-well-formed': rule(),
  'rate/reset-is-timestamp': rule(),
  'rate/limit-matches-plan': once(
    async ({ options }) => {
      if (options.plan === null) {
        throw new Skipped('pass `--plan PLAN` to test this');
      }
    },
    { time: 'last', smoke: true, requests: 0 },
  ),
};
