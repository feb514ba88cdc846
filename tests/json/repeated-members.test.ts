import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contradiction } from '../../src/json/repeated-members.ts';
import { propertyRuns } from '../property-runs.ts';

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
  const inner = fc.tuple(fc.constantFrom('id', 'name', 'other', 'id"', 'name\\'), value);

  it('is not found if a writer writes each member once, at any nesting', () => {
    fc.assert(
      fc.property(value, fc.constantFrom(0, 1, 3), (body, space) => {
        expect(contradiction(JSON.stringify(body, null, space), names, 0)).toBeNull();
      }),
      { numRuns: propertyRuns(200) },
    );
  });

  it('is a value that JSON.parse drops, of members on the first level', () => {
    fc.assert(
      fc.property(fc.array(inner, { maxLength: 6 }), fc.boolean(), (members, isList) => {
        const object = `{${members.map(([name, item]) => `${JSON.stringify(name)}: ${JSON.stringify(item)}`).join(', ')}}`;
        const expected = names.some((name) => {
          const written = members.filter(([known]) => known === name).map(([, item]) => JSON.stringify(item));
          return new Set(written.map((text) => canonical(text))).size > 1;
        });
        const text = isList ? `[1, ${object}]` : object;
        expect(contradiction(text, names, 1) !== null).toBe(expected);
      }),
      { numRuns: propertyRuns(300) },
    );
  });
});

/**
 * Canonical text: members in sorted order. The parser compares an array like the object with its indexes as names; for
 * the members that are compared, both violate the schema.
 */
function canonical(text: string): string {
  const sorted = (value: unknown): unknown =>
    typeof value === 'object' && value !== null
      ? {
          members: Object.entries(value)
            .toSorted(([left], [right]) => (left < right ? -1 : 1))
            .map(([name, item]) => [name, sorted(item)]),
        }
      : Object.is(value, -0)
        ? 0
        : value;
  return JSON.stringify(sorted(JSON.parse(text)));
}
