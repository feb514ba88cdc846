import { describe, expect, it, test } from 'vitest';
import { newPet, newPetText, petStatuses } from '../../src/arbitraries/new-pet.ts';
import { isPlainName } from '../../src/exchange/creation-body.ts';
import { isJudgedText } from '../../src/history/judge-creation.ts';
import { newRunTag, tagSource } from '../../src/history/tag.ts';
import { bearer } from '../../src/target/api-request.ts';
import { varieties } from '../../suites/shared/varieties/varieties.ts';
import type { Variety } from '../../suites/shared/varieties/variety.ts';
import { described } from '../exchange/described.ts';

const tags = tagSource(newRunTag(), 7);

function of<Kind extends Variety['kind']>(kind: Kind): Extract<Variety, { kind: Kind }>[] {
  return varieties.filter((variety): variety is Extract<Variety, { kind: Kind }> => variety.kind === kind);
}

describe('unusual names', () => {
  it.each(of('name').map((name) => [name.feature, name] as const))(
    '%s: is text that a service must return unaltered',
    (_feature, { name, status }) => {
      const text = name(tags.next());
      expect(isJudgedText(text)).toBe(true);
      expect(isPlainName(text)).toBe(false);
      expect(JSON.parse(newPetText(newPet(text, 7n, status)))).toMatchObject({ name: text });
    },
  );

  it('are each sent once', () => {
    const names = of('name').map(({ name }) => name('cabcdefg7z'));
    expect(new Set(names).size).toBe(names.length);
  });

  it('have a character across every common buffer boundary', () => {
    const names = of('name').map(({ name }) => Buffer.from(name('cabcdefg7z')));
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
  const lists = of('list').map((list) => ({
    ...list,
    ...described({ target: `/pets?${list.query}` }),
  }));

  it('are each sent once', () => {
    expect(new Set(lists.map(({ query }) => query)).size).toBe(lists.length);
  });

  it('are documented if they must return 200', () => {
    const served = lists.filter(({ requirement }) => requirement === 'list/limit-with-status');
    expect(served.filter(({ scope }) => scope !== 'described')).toEqual([]);
    for (const status of petStatuses) {
      expect(served.filter((list) => list.status === status).length).toBe(served.length / 3);
    }
  });

  it('are otherwise undocumented, and a service may refuse them', () => {
    const others = lists.filter(({ requirement }) => requirement === 'list/returns-pets');
    expect(others.filter(({ scope }) => scope !== 'silent')).toEqual([]);
  });
});

describe('bytes in an invalid encoding', () => {
  const key = bearer('some-key-of-the-tester', 'api-key', 'KEY');
  const requests = of('encoding').map(({ request }) => request(key, () => newPet('Rex', 7n, 'pending')));

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
    for (const { requests } of of('together')) {
      expect(requests(ids, key).length).toBeLessThanOrEqual(16);
    }
  }
});
