import { describe, expect, it } from 'vitest';
import { noQuery, readListQuery } from '../../src/exchange/request-description.ts';
import { int64 } from '../../src/json/exact-json.ts';
import { creation, described } from './described.ts';

describe('operation', () => {
  it.each([
    ['GET', '/pets', 'listPets'],
    ['GET', '/pets?limit=5&status=sold', 'listPets'],
    ['POST', '/pets', 'createPet'],
    ['GET', '/pets/5', 'getPet'],
    ['GET', '/pets/abc', 'getPet'],
    ['HEAD', '/pets', null],
    ['OPTIONS', '/pets', null],
    ['get', '/pets', null],
    ['DELETE', '/pets/5', null],
    ['POST', '/pets/5', null],
    ['GET', '/pets/', null],
    ['GET', '/pets/..', null],
    ['GET', '/pets/5/photos', null],
    ['GET', '/Pets', null],
    ['GET', '/%70ets', null],
    ['GET', '/store/orders', null],
    ['GET', '/', null],
  ])('%s %s is %s', (method, target, operation) => {
    const description = described({ method, target });
    expect(description.operation).toBe(operation);
    if (operation === null) {
      expect(description.scope).toBe('silent');
    }
  });
});

describe('petId', () => {
  it.each(['9223372036854775808', '-9223372036854775809', 'abc', '1.5', '5abc'])('%s is outside', (text) => {
    expect(described({ target: `/pets/${text}` })).toMatchObject({ petId: null, scope: 'silent' });
  });
});

describe('the query of a list', () => {
  it.each([
    ['', 'described', false],
    ['?limit=100&status=pending', 'described', false],
    ['?limit=101', 'silent', false],
    ['?status=Sold', 'silent', false],
    ['?page=2', 'silent', true],
    ['?', 'silent', true],
  ])('%s', (query, scope, unusual) => {
    expect(described({ target: `/pets${query}` })).toMatchObject({ scope, unusual });
  });
});

describe('the body of a creation', () => {
  it.each([
    ['{"name":"Rex","categoryId":7}', { categoryId: 7n, plainName: 'Rex' }],
    ['{"name":"Rex 2","categoryId":-1,"status":"sold"}', { categoryId: -1n, plainName: 'Rex 2' }],
    ['{"name":"Zo\u00eb","categoryId":7}', { categoryId: 7n, plainName: null }],
    ['{"name":"two  blanks","categoryId":7}', { categoryId: 7n, plainName: null }],
    ['{"name":"Rex","categoryId":9223372036854775808}', null],
    ['{"name":"Rex","categoryId":7,"status":"SOLD"}', null],
    ['{"name":"Rex","categoryId":7,"id":1}', null],
    ['{"name":"Rex"}', null],
    ['[]', null],
    ['{', null],
  ])('%s is this NewPet: %o', (body, newPet) => {
    expect(creation(body).newPet).toEqual(newPet);
  });

  it.each([
    ['an unknown member', '{"name":"Rex","categoryId":7,"age":3}'],
    ['an id', '{"id":5,"name":"Rex","categoryId":7}'],
    ['an empty name', '{"name":"","categoryId":7}'],
    ['a blank name', '{"name":" \u00a0","categoryId":7}'],
    ['a NUL', '{"name":"a\\u0000b","categoryId":7}'],
    ['a control character', '{"name":"a\\u0085b","categoryId":7}'],
    ['a lone surrogate', '{"name":"a\\ud800b","categoryId":7}'],
    ['a long name', `{"name":"${'a'.repeat(256)}","categoryId":7}`],
    ['a huge exponent', '{"name":"Rex","categoryId":1e999}'],
    ['a tiny fraction', '{"name":"Rex","categoryId":1e-400}'],
    ['deep nesting', `{"name":${'['.repeat(100)}${']'.repeat(100)},"categoryId":7}`],
    ['bytes that are no UTF-8', '{"name":"\ufffd","categoryId":7}'],
    ['a byte order mark', '\ufeff{"name":"Rex","categoryId":7}'],
  ])('with %s is not described, yet an ordinary request', (_what, body) => {
    expect(creation(body)).toMatchObject({ scope: 'silent', unusual: false });
  });

  it('of 255 astral characters in the name is described', () => {
    expect(creation(`{"name":"${'\u{1F436}'.repeat(255)}","categoryId":7}`).scope).toBe('described');
  });

  it('with a member twice is not described, and says so', () => {
    expect(creation('{"name":"Rex","name":"Rex","categoryId":7}')).toMatchObject({
      scope: 'silent',
      repeatsMembers: true,
    });
    expect(creation('{"name":"Rex","categoryId":7,"x":{"a":1,"\\u0061":2}}').repeatsMembers).toBe(true);
  });
});

describe('what a list or a reading sends', () => {
  it('repeats no member, and is read by its own fields alone', () => {
    expect(described({ target: '/pets?limit=5' })).toEqual({
      operation: 'listPets',
      petId: null,
      limit: 5n,
      status: null,
      repeatsMembers: false,
      newPet: null,
      scope: 'described',
      unusual: false,
    });
    for (const petId of [int64.minimum, int64.maximum]) {
      expect(described({ target: `/pets/${petId}` })).toEqual({
        operation: 'getPet',
        petId,
        limit: null,
        status: null,
        repeatsMembers: false,
        newPet: null,
        scope: 'described',
        unusual: false,
      });
    }
  });
});

describe('a field that every request carries', () => {
  it.each([
    ['$ANIMAL_STORE_HEADER_1', false],
    ['$ANIMAL_STORE_HEADER_12', false],
    ['acme', true],
    ['Bearer $ANIMAL_STORE_HEADER_1', true],
  ])('with the value %s: unusual is %s', (value, unusual) => {
    expect(described({ target: '/pets', sent: { 'X-Tenant': value } }).unusual).toBe(unusual);
  });
});

const { limit: none, status: noStatus } = noQuery;

describe('readListQuery', () => {
  it.each([
    ['limit=0', 0n, noStatus, false],
    ['limit=1.5', 'odd', noStatus, false],
    ['limit=', 'odd', noStatus, false],
    ['limit=+5', 'odd', noStatus, true],
    ['Limit=5', none, noStatus, true],
    ['limit=-7', -7n, noStatus, false],
    [`limit=${'9'.repeat(40)}`, BigInt('9'.repeat(40)), noStatus, false],
    [`limit=${'9'.repeat(41)}`, 'odd', noStatus, false],
    ['limit=-0', 'odd', noStatus, false],
    ['limit=05', 'odd', noStatus, false],
    ['limit=5x', 'odd', noStatus, false],
    ['limit=x5', 'odd', noStatus, false],
    ['limit', 'odd', noStatus, false],
    ['limit=5=5', 'odd', noStatus, true],
    [`limit=${'a'.repeat(64)}`, 'odd', noStatus, false],
    [`limit=${'a'.repeat(65)}`, 'odd', noStatus, true],
    ['limit=a b', 'odd', noStatus, true],
    ['limit=%35', 'odd', 'odd', true],
    ['l%69mit=10&status=sold', 'odd', 'odd', true],
    ['limit=10&st%61tus=%73%6f%6C%64', 'odd', 'odd', true],
    ['status=sold%7E', 'odd', 'odd', true],
    ['status=%40', none, 'odd', true],
    ['limit=%2535', 'odd', noStatus, true],
    ['limit=5%26status=sold', 'odd', noStatus, true],
    ['limit=abc&limit=5', 'odd', noStatus, true],
    ['status=available', none, 'available', false],
    ['status=pending', none, 'pending', false],
    ['status=sold', none, 'sold', false],
    ['status=sold%20', none, 'odd', true],
    ['status=(sold)', none, 'odd', true],
    ['status=gone', none, 'odd', false],
    ['status', none, 'odd', false],
    ['status=x&status=sold', none, 'odd', true],
    ['limit=5&status=sold', 5n, 'sold', false],
    ['status=sold&page=2', none, 'sold', true],
    ['page=2&limit=5', 5n, noStatus, true],
    ['limit=5&', 5n, noStatus, true],
  ] as const)('%s', (query, limit, status, unusual) => {
    expect(readListQuery(query)).toEqual({ limit, status, unusual });
  });
});
