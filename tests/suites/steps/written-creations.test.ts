import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newPet } from '../../../src/arbitraries/new-pet.ts';
import { tagSource } from '../../../src/history/tag.ts';
import {
  bodyOf,
  judgeWriting,
  sendWriting,
  unusualWriting,
  type Writing,
  writings,
  written,
} from '../../../suites/steps/written-creations.ts';
import { testSession } from '../../suite/test-session.ts';
import { failure, kindsOf, parsed, storeSession } from './small-store.ts';

const nowhere = 'http://127.0.0.1:1/v1';
const [, plainest] = writings;

interface Sent {
  readonly name: string;
  readonly body: string;
  readonly type: string;
}

/** What is reported of a store that refuses these creations. */
async function reported(isRefused: (sent: Sent) => boolean, status = 400, writing = unusualWriting) {
  const session = await storeSession(({ body, headers }) => {
    const sent = { name: parsed(body)?.name ?? '', body, type: headers['content-type'] ?? '' };
    return isRefused(sent) ? failure(status) : undefined;
  });
  const check = session.check('create/unique-ids');
  await judgeWriting(check, writing, await sendWriting(check, writing));
  const messages = session.findings
    .filter(({ requirement }) => requirement.startsWith('create/'))
    .map(({ message }) => message);
  return { kinds: kindsOf(session), count: session.requests.length, messages };
}

const isOfDigits = (name: string) => /^\d+$/.test(name);

describe('an unusual writing', () => {
  it('is judged by one request if it is accepted', async () => {
    expect(await reported(() => false)).toEqual({ kinds: [], count: 1, messages: [] });
  });

  it('may have a name of digits that is beyond the bounds of names', async () => {
    expect(await reported(({ name }) => isOfDigits(name))).toMatchObject({ kinds: [], count: 2 });
  });

  it('has its media type reported if that is refused, whatever the name', async () => {
    const kinds = ['create/content-type-parameters status-400'];
    const isOther = (type: string) => type !== 'application/json';
    expect((await reported(({ type }) => isOther(type))).kinds).toEqual(kinds);
    expect((await reported(({ name, type }) => isOfDigits(name) || isOther(type))).kinds).toEqual(kinds);
  });

  it('has the one part reported that is refused', async () => {
    expect(await reported(({ body }) => body.startsWith('{\n'))).toMatchObject({
      kinds: ['create/accepts-valid status-400'],
      messages: ['A valid creation on several lines returned 400'],
    });
    expect(await reported(({ body }) => body.includes('c\\u0061tegoryId'))).toMatchObject({
      messages: ['A valid creation with an escape in the name of a member returned 400'],
    });
  });

  it('has the two parts reported that are refused only together', async () => {
    const both = ({ body, type }: Sent) => body.startsWith('{\n') && type !== 'application/json';
    expect(await reported(both)).toMatchObject({
      kinds: ['create/accepts-valid status-400'],
      messages: ['A valid creation sent as Application/JSON; charset=utf-8 on several lines returned 400'],
    });
  });

  it('has each part reported that is refused, also if one hides the other', async () => {
    const either = ({ body, type }: Sent) => body.startsWith('{\n') || type !== 'application/json';
    const { kinds, messages } = await reported(either);
    expect(kinds).toEqual(['create/content-type-parameters status-400', 'create/accepts-valid status-400']);
    expect(messages).toEqual([
      'A valid creation sent as Application/JSON; charset=utf-8 returned 400',
      'A valid creation on several lines returned 400',
    ]);
  });

  it('is no longer sent with a media type that is refused, which one request shows', async () => {
    const refused = await reported(({ type }) => type !== 'application/json');
    // The writing, with a plain name, the media type alone, its control, once more, and the rest without it.
    expect(refused.count).toBe(6);
  });

  it('without a status violates create/status-optional if every such creation is refused', async () => {
    const statusless = writings.find(({ status }) => status === undefined) ?? unusualWriting;
    const found = await reported(({ body }) => !body.includes('status'), 400, statusless);
    expect(found.kinds).toEqual(['create/status-optional status-400']);
    expect(found.messages).toEqual(['A valid creation without a status returned 400']);
  });

  it('is reported as a plain creation if every creation is refused', async () => {
    expect(await reported(() => true)).toMatchObject({
      kinds: ['create/accepts-valid status-400'],
      messages: ['A valid creation returned 400'],
    });
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
  it('begin with everything unusual, and then the usual one', () => {
    expect(writings[0]).toEqual({ ...unusualWriting, name: 'usual' });
    const check = testSession(nowhere).check('create/accepts-valid');
    expect(plainest).toBeDefined();
    const { body, headers } = written(check, plainest ?? unusualWriting);
    expect(body).toBe('{"name":"Rex cabcdef1z","categoryId":1,"status":"sold"}');
    expect(headers.map(({ name, value }) => `${name}: ${value.replace(/^Bearer .*/, 'Bearer')}`)).toEqual([
      'Accept: application/json',
      'Content-Type: application/json',
      'Authorization: Bearer',
    ]);
  });

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

  it('have every order of the members, every media type and every way to send among the first twelve', () => {
    const first = writings.slice(0, 12).filter(({ status }) => status !== undefined);
    const values = (dimension: 'order' | 'mediaType' | 'sending') =>
      new Set(first.map((one) => one[dimension])).size;
    expect([values('order'), values('mediaType'), values('sending')]).toEqual([6, 5, 3]);
  });

  it('differ from each other', () => {
    expect(writings.length).toBeLessThanOrEqual(31);
    expect(new Set(writings.map((one) => JSON.stringify(one))).size).toBe(writings.length);
  });

  it('are none in a run that creates nothing', () => {
    const check = testSession(nowhere, { readOnly: true }).check('create/accepts-valid');
    expect(() => written(check, unusualWriting)).toThrow('`--read-only` forbids');
  });
});
