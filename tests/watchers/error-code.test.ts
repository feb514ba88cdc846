import { describe, expect, it } from 'vitest';
import { errorBody, exchange, findingsOf, reportedRequirements, type Shape } from './exchanges.ts';
import { badBody, noKey, noPet } from './shapes.ts';

describe('errors/code-stable', () => {
  const again = (shape: Shape, number: number, code: string) =>
    exchange({ ...shape, number, answer: errorBody(shape.status ?? 0, code) });

  it('compares 401s of the same bad credential', () => {
    const bad: Shape = { ...noKey, credential: 'invalid', sent: { Authorization: 'Basic abc' } };
    const of = (codes: string) => [...codes].map((code, index) => again(bad, index + 1, code));
    expect(reportedRequirements(of('ababab'))).toEqual(['errors/code-stable']);
    // Locked out and let in again.
    expect(reportedRequirements(of('aaabbbaaab'))).toEqual([]);
    const inCookie: Shape = { ...noKey, sent: { 'X-API-Key': 'a', Cookie: 'b' } };
    const alsoThere: Shape = { ...noKey, sent: { 'X-API-Key': 'a b' } };
    expect(reportedRequirements([again(inCookie, 1, 'a'), again(alsoThere, 2, 'b')])).toEqual([]);
  });

  it.each<[string, string, string, readonly string[]]>([
    ['the id', 'no-pet-6', 'no-pet-7', ['errors/code-stable']],
    ['the id in front', '6: gone', '7: gone', ['errors/code-stable']],
    ['a number that is not the id', 'E-404', 'E-405', []],
    ['a longer number with the digits of the id', 'E-16', 'E-17', []],
    ['nothing of the id', 'gone', 'missing', []],
  ])(
    'compares the codes of 404s for other ids but for the id itself: %s',
    (_what, first, second, expected) => {
      const seven: Shape = { ...noPet, target: '/pets/7' };
      expect(reportedRequirements([again(noPet, 1, first), again(seven, 2, second)])).toEqual(expected);
    },
  );

  it('names both codes, and the exchange that showed the first', () => {
    const [finding] = findingsOf([again(noPet, 1, 'a'), again(noPet, 2, 'a'), again(noPet, 3, 'b')]);
    expect(finding).toMatchObject({
      kind: 'codes-differ-on-404',
      expected: '"code": "a", as before',
      actual: '"code": "b"',
      related: [{ exchange: 1 }],
    });
  });

  it.each<[string, Shape, Shape]>([
    ['404 of an animal to another caller', noPet, { ...noPet, credential: 'revoked-key' }],
    ['404 of another id', noPet, { ...noPet, target: '/pets/7' }],
    [
      '400 of another key',
      badBody,
      { ...badBody, credential: 'invalid', sent: { Authorization: 'Basic x' } },
    ],
    ['404 of a malformed id', { ...noPet, target: '/pets/abc' }, { ...noPet, target: '/pets/def' }],
    ['401 of the key itself', { ...noKey, credential: 'api-key' }, { ...noKey, credential: 'api-key' }],
    [
      '401 of a revoked key',
      { ...noKey, credential: 'revoked-key' },
      { ...noKey, credential: 'revoked-key' },
    ],
    [
      '401 of another key',
      { ...noKey, sent: { 'X-API-Key': 'a' } },
      { ...noKey, sent: { 'X-API-Key': 'b' } },
    ],
    ['401 of another cookie', { ...noKey, sent: { Cookie: 'a' } }, { ...noKey, sent: { Cookie: 'b' } }],
    ['400 of another method', badBody, { target: '/pets?limit=0', status: 400 }],

    ['400 of another media type', badBody, { ...badBody, sent: { 'Content-Type': 'text/plain' } }],
    [
      '400 of a long body',
      { ...badBody, body: `["${'x'.repeat(997)}"]` },
      { ...badBody, body: `["${'x'.repeat(997)}"]` },
    ],
  ])('does not compare a %s', (_what, one, other) => {
    expect(findingsOf([again(one, 1, 'a'), again(other, 2, 'b')]).map(({ kind }) => kind)).not.toContain(
      `codes-differ-on-${one.status}`,
    );
  });

  it('compares a 400 of a body of a thousand characters', () => {
    const long = { ...badBody, body: `["${'x'.repeat(996)}"]` };
    expect(reportedRequirements([again(long, 1, 'a'), again(long, 2, 'b')])).toEqual(['errors/code-stable']);
  });

  it('remembers two thousand kinds of errors, and no more', () => {
    const kind = (index: number) => ({ ...badBody, body: `[${index}]` });
    const first = Array.from({ length: 2001 }, (_, index) => again(kind(index), index + 1, 'a'));
    expect(reportedRequirements([...first, again(kind(1999), 3000, 'b')])).toEqual(['errors/code-stable']);
    expect(reportedRequirements([...first, again(kind(2000), 3000, 'b')])).toEqual([]);
  });

  it('compares a 401 of one operation with that of another', () => {
    const other = { ...noKey, target: '/pets/5' };
    const inTurn = [1, 3, 5].flatMap((number) => [again(noKey, number, 'a'), again(other, number + 1, 'b')]);
    expect(reportedRequirements(inTurn)).toEqual(['errors/code-stable']);
  });

  it('lets a service tell a missing key from an invalid one, and one invalid body from another', () => {
    const invalid: Shape = { ...noKey, credential: 'invalid' };
    const basic: Shape = { ...invalid, sent: { Authorization: 'Basic abc' } };
    const otherBody = { ...badBody, body: '{"name":5}' };
    const codes = [again(noKey, 1, 'a'), again(invalid, 2, 'b'), again(basic, 3, 'c')];
    expect(reportedRequirements([...codes, again(badBody, 4, 'd'), again(otherBody, 5, 'e')])).toEqual([]);
  });
});
