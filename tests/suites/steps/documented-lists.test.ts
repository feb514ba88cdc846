import { describe, expect, it } from 'vitest';
import { Check } from '../../../src/suite/check.ts';
import { sendCases } from '../../../src/suite/send-cases.ts';
import { list } from '../../../suites/list.ts';
import {
  anyList,
  asksForList,
  type DocumentedList,
  plainListOf,
} from '../../../suites/steps/documented-lists.ts';
import { failure, storeSession } from './small-store.ts';

interface Sent {
  readonly target: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** What a check says of a store that refuses these requests. */
async function judged(requirement: string, one: DocumentedList, isRefused: (sent: Sent) => boolean) {
  const session = await storeSession((sent) => (isRefused(sent) ? failure(400) : undefined));
  const check = new Check(requirement, 'MUST', session.session);
  const table = { cases: [one], control: 'listPets', shrinks: anyList, test: asksForList } as const;
  const reason = await sendCases(check, table).then(() => null, String);
  const found = session.findings.filter((finding) => finding.requirement.startsWith('list/'));
  return { reason, messages: found.map((finding) => `${finding.requirement}: ${finding.message}`) };
}

const both = plainListOf({ limit: 20, status: 'sold' });

it('the check of both parameters sends both, besides its control', async () => {
  const session = await storeSession();
  const check = session.check('list/limit-with-status');
  await list['list/limit-with-status']?.run(check).catch(() => {});
  const [, ...asked] = session.asked();
  expect(asked.length).toBeGreaterThan(3);
  expect(asked.filter((one) => !(one.includes('limit=') && one.includes('status=')))).toEqual([]);
});

describe('a documented list', () => {
  it('that is accepted is not reported', async () => {
    expect(await judged('list/limit-with-status', both, () => false)).toEqual({ reason: null, messages: [] });
  });

  it('whose parameters are refused only together violates the requirement on both', async () => {
    const isBoth = ({ target }: Sent) => target.includes('limit=') && target.includes('status=');
    expect((await judged('list/limit-with-status', both, isBoth)).messages).toEqual([
      'list/limit-with-status: GET /pets?limit=20&status=sold returned 400',
    ]);
  });

  it.each([
    ['limit', 'list/limit-accepted'],
    ['status', 'list/status-accepted'],
  ])('leaves a refused %s alone to %s', async (name, other) => {
    const { reason, messages } = await judged('list/limit-with-status', both, ({ target }) =>
      target.includes(name === 'limit' ? 'limit=20' : 'status=sold'),
    );
    expect(messages).toEqual([]);
    expect(reason).toContain(`see ${other}`);
  });

  it('is reported for its form alone where that is the cause', async () => {
    const unusual = plainListOf({ accept: null, isCompressed: true, isFresh: true });
    const isWithoutAccept = ({ headers }: Sent) => headers['accept'] === undefined;
    expect(await judged('list/returns-pets', unusual, isWithoutAccept)).toEqual({
      reason: null,
      messages: ['list/returns-pets: GET /pets without Accept returned 400'],
    });
    expect(
      (await judged('list/limit-accepted', { ...unusual, limit: 20 }, isWithoutAccept)).reason,
    ).toContain('see list/returns-pets');
  });

  it('is reported for the order of its parameters where only one is refused', async () => {
    const reversed = plainListOf({ ...both, isLimitFirst: false, isCompressed: true });
    const isReversed = ({ target }: Sent) => target.startsWith('/pets?status') && target.includes('limit');
    expect((await judged('list/limit-with-status', reversed, isReversed)).messages).toEqual([
      'list/limit-with-status: GET /pets?status=sold&limit=20 returned 400',
    ]);
  });
});
