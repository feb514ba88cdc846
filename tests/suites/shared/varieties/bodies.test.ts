import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startReferenceImplementation } from '../../../../reference-impl/index.ts';
import { isJson } from '../../../../src/arbitraries/malformed-json.ts';
import { type NewPet, newPet, optionalStatus } from '../../../../src/arbitraries/new-pet.ts';
import { parseJson } from '../../../../src/json/exact-json.ts';
import type { RequirementId } from '../../../../suites/requirements.ts';
import { type RefusedExample, refusedExamples } from '../../../../suites/shared/refused-examples.ts';
import { bodyFamilies } from '../../../../suites/shared/varieties/bodies.ts';
import type { BadBody } from '../../../../suites/shared/varieties/variety.ts';
import { invalidParts } from '../../../arbitraries/invalid-parts.ts';
import { post } from '../../../reference-impl/service-client.ts';

const bodies = bodyFamilies.flat();
const tag = 'cabcdef7z';
const rex = newPet(`Rex ${tag}`, 7n, 'sold');

/** A valid body. Its name contains the tag and is as unusual as a user's template may be. */
const anyPet = fc
  .tuple(fc.string({ maxLength: 6 }), fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n), optionalStatus)
  .map(([text, category, status]) => newPet(`${text}",: {'$&${tag}`, category, status));

function of(requirement: RequirementId): BadBody[] {
  return bodies.filter((body) => body.requirement === requirement);
}

function forAnyPet(requirement: RequirementId, judge: (text: string, pet: NewPet) => void): void {
  fc.assert(
    fc.property(anyPet, (pet) => {
      for (const { make } of of(requirement)) {
        judge(make(pet).text, pet);
      }
    }),
    { numRuns: 50 },
  );
}

const isForm = (text: string): boolean => text.startsWith('name=');

function formAsJson(text: string): string {
  const { categoryId, ...texts } = Object.fromEntries(new URLSearchParams(text));
  return `${JSON.stringify(texts).slice(0, -1)},"categoryId":${categoryId}}`;
}

describe('every invalid body', () => {
  it('returns 400 from the reference implementation', async () => {
    const service = await startReferenceImplementation();
    const authorization = `Bearer ${service.keys.enterprise}`;
    try {
      for (const { make } of bodies) {
        const { text, breaks, contentTypes = ['application/json'] } = make(rex);
        const headers = { 'content-type': contentTypes.join() };
        expect((await post(service, text, { authorization, headers })).status, breaks).toBe(400);
      }
    } finally {
      await service.close();
    }
  });

  it('differs from every other one, and from the examples that each run sends', () => {
    const made = bodies.map(({ requirement, make }) => ({ requirement, ...make(rex) }));
    const sent = Object.entries(refusedExamples).flatMap(([requirement, { make, count }]) =>
      make(rex)
        .slice(0, count.normal)
        .map((example: RefusedExample) => ({ requirement, ...example })),
    );
    const all = [...made, ...sent];
    expect(new Set(all.map(({ requirement, breaks }) => `${requirement} ${breaks}`)).size).toBe(all.length);
    const texts = all.map(({ text, contentTypes = ['application/json'] }) => `${contentTypes[0]} ${text}`);
    expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([]);
  });

  it('contains the tag, except bodies that have no place for one', () => {
    const without = bodies.filter(({ make }) => !make(rex).text.includes(tag));
    expect(without.map(({ make }) => make(rex).text)).toEqual([
      ...['   ', 'true', '[]', '}'],
      ...['0', '[]', '{}', '1.5'].map((name) => `{"name":${name},"categoryId":7,"status":"sold"}`),
      ...['0', '""', '[{}]'],
    ]);
  });

  it('is malformed JSON if that is its fault, with any name', () => {
    forAnyPet('create/malformed-json', (text) => expect(isJson(text), text).toBe(false));
  });

  it.each<[RequirementId, readonly string[]]>([
    ['create/wrong-name-type', ['name']],
    ['create/wrong-category-type', ['categoryId']],
    ['create/missing-category', ['categoryId']],
    ['create/category-out-of-range', ['categoryId']],
    ['create/unknown-status', ['status']],
    ['create/body-not-object', ['body']],
    ['create/content-type-required', []],
  ])('violates only one requirement: %s', (requirement, broken) => {
    forAnyPet(requirement, (text) =>
      expect(invalidParts(parseJson(isForm(text) ? formAsJson(text) : text)), text).toEqual(broken),
    );
  });

  it('has no name, or has it in another member', () => {
    forAnyPet('create/missing-name', (text) => expect(invalidParts(parseJson(text)), text).toContain('name'));
  });

  it('has a fraction that a double represents', () => {
    forAnyPet('create/wrong-category-type', (text) => {
      const literal = /"categoryId":(-?[\d.eE+-]+)/.exec(text.slice(text.lastIndexOf('"categoryId"')))?.[1];
      expect(literal === undefined || !Number.isInteger(Number(literal)), text).toBe(true);
    });
  });

  it('has a number that is outside int64 as a double too', () => {
    forAnyPet('create/category-out-of-range', (text) => {
      const literal = /"categoryId":([^,}]+)/.exec(text.slice(text.lastIndexOf('"categoryId"')))?.[1] ?? '';
      expect(Number(literal) >= 2 ** 63 || Number(literal) <= -(2 ** 63), text).toBe(true);
    });
  });
});
