import { describe, expect, it, test } from 'vitest';
import { isJudgedText } from '../../src/animals/judge-creation.ts';
import { newRunTag, tagSource } from '../../src/animals/tag.ts';
import { newPet, newPetText } from '../../src/arbitraries/new-pet.ts';
import { isPlainName } from '../../src/exchange/creation-body.ts';
import { bearer } from '../../src/target/api-request.ts';
import { bursts } from '../../suites/cases/bursts.ts';
import { giantNames, oddNames } from '../../suites/cases/odd-names.ts';
import { oddEncodings, oddQueries } from '../../suites/cases/odd-queries.ts';
import { listsOf, queryOf } from '../../suites/steps/documented-lists.ts';
import { described } from '../exchange/described.ts';

const tags = tagSource(newRunTag(), 7);

describe('unusual names', () => {
  it.each([...oddNames, ...giantNames].map((name) => [name.feature, name] as const))(
    '%s: is text that a service must return unaltered',
    (feature, { name }) => {
      const text = name(tags.next());
      expect(isJudgedText(text)).toBe(true);
      expect(isPlainName(text)).toBe(feature === 'mixed letter case');
      expect(JSON.parse(newPetText(newPet(text, 7n, 'sold')))).toMatchObject({ name: text });
    },
  );

  it('are each sent once', () => {
    const names = oddNames.map(({ name }) => name('cabcdefg7z'));
    expect(new Set(names).size).toBe(names.length);
  });

  it('have a character across every common buffer boundary', () => {
    const names = [...oddNames, ...giantNames].map(({ name }) => Buffer.from(name('cabcdefg7z')));
    const isInside = (bytes: Buffer, edge: number) => ((bytes[edge] ?? 0) & 0xc0) === 0x80;
    for (const edge of [64, 255, 256, 512, 1_024, 4_096, 8_192, 16_384, 32_768, 65_535]) {
      expect(
        names.some((bytes) => isInside(bytes, edge)),
        String(edge),
      ).toBe(true);
    }
  });
});

describe('unusual lists', () => {
  const documented = (
    ['list/limit-with-status', 'list/limit-accepted', 'list/status-accepted', 'list/returns-pets'] as const
  ).flatMap(listsOf);

  const scopes = (queries: readonly string[]) =>
    queries.map((query) => ({
      query,
      scope: described({ target: query === '' ? '/pets' : `/pets?${query}` }).scope,
    }));

  it('are each sent once', () => {
    expect(new Set(oddQueries).size).toBe(oddQueries.length);
    const forms = documented.map((list) => JSON.stringify(list));
    expect(new Set(forms).size).toBe(forms.length);
  });

  it('are documented if they must return 200', () => {
    const queries = documented.map(queryOf);
    expect(scopes(queries).filter(({ scope }) => scope !== 'described')).toEqual([]);
  });

  it('are otherwise undocumented, and a service may refuse them', () => {
    expect(scopes(oddQueries).filter(({ scope }) => scope !== 'silent')).toEqual([]);
  });
});

describe('bytes in an invalid encoding', () => {
  const key = bearer('some-key-of-the-tester', 'api-key', 'KEY');
  const requests = oddEncodings.map(({ make }) => make(key, () => newPet('Rex', 7n, 'pending')));

  it('are undocumented in a target, and a service may refuse them', () => {
    const targets = requests.map(({ target }) => target).filter((target) => target.includes('%'));
    expect(targets.length).toBeGreaterThan(2);
    for (const target of targets) {
      expect(() => decodeURIComponent(target), target).toThrow(URIError);
      expect(described({ target }).scope, target).toBe('silent');
    }
  });

  it('make a body invalid UTF-8, and its status invalid even if a decoder replaces them', () => {
    for (const { body } of requests) {
      if (body instanceof Uint8Array) {
        expect(() => new TextDecoder('utf-8', { fatal: true }).decode(body)).toThrow(TypeError);
        expect(new TextDecoder().decode(body)).not.toMatch(/"status":"(?:available|pending|sold)"/);
      }
    }
  });
});

test('concurrent requests never outnumber the connections, even with a large store', () => {
  const key = bearer('some-key-of-the-tester', 'api-key', 'KEY');
  for (const count of [0, 1, 40, 300]) {
    const ids = Array.from({ length: count }, (_, index) => BigInt(index));
    for (const [, burst] of bursts) {
      expect(burst(ids, key).length).toBeLessThanOrEqual(16);
    }
  }
});
