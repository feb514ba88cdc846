import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { contradiction } from '../../src/json/repeated-members.ts';
import { isTooDeep } from '../../src/json/text-structure.ts';
import { propertyRuns } from '../property-runs.ts';

describe('isTooDeep', () => {
  test.each([
    ['[', ']'],
    ['{"a":', '}'],
  ])('of %s, 2,500 levels are not, one more is', (open, close) => {
    const nested = (levels: number) => `${open.repeat(levels)}0${close.repeat(levels)}`;
    expect(isTooDeep(nested(2_500))).toBe(false);
    expect(isTooDeep(nested(2_501))).toBe(true);
    expect(isTooDeep(`[${nested(2_400)},"]]]]",${nested(2_499)},0]`)).toBe(false);
    expect(isTooDeep(`[0,${nested(2_500)}]`)).toBe(true);
  });
});

const names = ['id', 'name'];

function found(text: string, objects = 1): string | null {
  const { name, first, second } = contradiction(text, names, objects) ?? {};
  return name === undefined ? null : `${name}: ${String(first)}, ${String(second)}`;
}

describe('a contradiction', () => {
  it.each([
    ['{"id":1,"id":2}', 'id: 1, 2'],
    [' {\n"id" : 1 ,\t"name":"a","id":"1" }', 'id: 1, 1'],
    ['{"id":1,"name":"Rex","name":"Re\\u0078","name":""}', 'name: Rex, '],
    [
      '{"a":{"id":1,"b":["}",{"c":[]}]},"id":9007199254740993,"id":9007199254740992}',
      'id: 9007199254740993, 9007199254740992',
    ],
    ['[{"id":1},{"id":2,"name":"a\\"]}","name":null}]', 'name: a"]}, null'],
    ['[[],5,"x",null,{"id":1,"id":[]}]', 'id: 1, '],
    ['{"\\u0069d":1,"id":2}', 'id: 1, 2'],
  ])('is found in %s', (text, expected) => {
    expect(found(text)).toBe(expected);
  });

  it.each([
    ['{}'],
    ['[]'],
    ['"id id id"'],
    ['{"id":1,"id":1}'],
    ['{"id":1,"id":1.0,"id":1e0}'],
    ['{"name":"Rex","name":"\\u0052ex"}'],
    ['{"status":1,"status":2}'],
    ['{"id":1,"owner":{"id":2},"tags":[{"id":3},{"id":4}]}'],
    ['{"id":1,"owner":{"id":2,"id":3}}'],
    ['{"id":1,"name":"\\"id\\":2,\\"id\\":3"}'],
    ['{"\\u0069d":"\\\\","id":"\\\\"}'],
    ['[{"id":1},{"id":2}]'],
  ])('is none in %s', (text) => {
    expect(found(text)).toBeNull();
  });

  const value = fc.jsonValue();

  it('is not found if a writer writes each member once, at any nesting', () => {
    fc.assert(
      fc.property(value, fc.constantFrom(0, 1, 3), (body, space) => {
        expect(contradiction(JSON.stringify(body, null, space), names, 0)).toBeNull();
      }),
      { numRuns: propertyRuns(200) },
    );
  });
});
