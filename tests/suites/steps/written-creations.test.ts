import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tagSource } from '../../../src/animals/tag.ts';
import { newPet } from '../../../src/arbitraries/new-pet.ts';
import { Check } from '../../../src/suite/check.ts';
import { sendCases } from '../../../src/suite/send-cases.ts';
import {
  acceptsWriting,
  anyWriting,
  bodyOf,
  unusualWriting,
  type Writing,
  writings,
  written,
} from '../../../suites/steps/written-creations.ts';
import { testSession } from '../../suite/test-session.ts';
import { failure, parsed, storeSession } from './small-store.ts';

const nowhere = 'http://127.0.0.1:1/v1';

interface Sent {
  readonly name: string;
  readonly body: string;
  readonly type: string;
}

/** What a check says of a store that refuses these creations. */
async function judged(isRefused: (sent: Sent) => boolean, writing = writings[0] ?? unusualWriting) {
  const session = await storeSession(({ body, headers }) => {
    const sent = { name: parsed(body)?.name ?? '', body, type: headers['content-type'] ?? '' };
    return isRefused(sent) ? failure(400) : undefined;
  });
  const table = { cases: [writing], shrinks: anyWriting, test: acceptsWriting };
  const reason = await sendCases(new Check('create/accepts-valid', 'MUST', session.session), table).then(
    () => '',
    String,
  );
  const findings = session.findings.filter(({ requirement }) => requirement === 'create/accepts-valid');
  return { reason, messages: findings.map(({ message }) => message) };
}

describe('an unusual writing', () => {
  it.each<[string, (sent: Sent) => boolean, string]>([
    ['media type', ({ type }) => type !== 'application/json', 'create/content-type-parameters'],
    ['lack of a status', ({ body }) => !body.includes('status'), 'create/status-optional'],
  ])('leaves a refused %s to its own requirement', async (_what, isRefused, other) => {
    const statusless = writings.find(({ status }) => status === undefined);
    const writing = other === 'create/status-optional' ? statusless : writings[0];
    const { reason, messages } = await judged(isRefused, writing);
    expect(messages).toEqual([]);
    expect(reason).toContain(`see ${other}`);
  });

  it('has a name that no other run has sent', () => {
    const name = (run: string) => {
      const check = testSession(nowhere).check('create/unique-ids');
      Object.assign(check.session, { tags: tagSource(run, 1) });
      return parsed(String(written(check, unusualWriting).body))?.name;
    };
    expect(name('cabcdef')).toMatch(/^00\d{9,}$/);
    expect(name('cabcdef')).not.toBe(name('cabcdeg'));
  });
});

describe('writings', () => {
  it('all mean the same, also around names and categories of any kind', () => {
    const either = fc.boolean();
    const shape = fc.record({
      lines: fc.constantFrom('one', 'several', 'several, the first one empty'),
      order: fc.constantFrom(...writings.map(({ order }) => order)),
      isNameEscaped: either,
      isMemberEscaped: either,
    });
    const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
    const status = fc.constantFrom('available', 'sold', undefined);
    fc.assert(
      fc.property(shape, name, fc.maxSafeInteger(), status, (writing, text, category, given) => {
        const pet = newPet(text, BigInt(category), given);
        const whole: Writing = { ...unusualWriting, ...writing };
        expect(JSON.parse(bodyOf(pet, whole))).toEqual({
          name: text,
          categoryId: category,
          ...(given === undefined ? {} : { status: given }),
        });
      }),
    );
  });

  it('are none in a run that creates nothing', () => {
    const check = testSession(nowhere, { readOnly: true }).check('create/accepts-valid');
    expect(() => written(check, unusualWriting)).toThrow('`--read-only` forbids');
  });
});
