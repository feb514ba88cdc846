import { describe, expect, it } from 'vitest';
import { noQuery, readListQuery } from '../../src/exchange/request-description.ts';

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
