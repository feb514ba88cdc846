import { describe, expect, it } from 'vitest';
import { creation, described } from './described.ts';

describe('a request of no operation', () => {
  it.each(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('%s is ordinary', (method) => {
    expect(described({ method, target: '/nothing' })).toEqual({
      operation: null,
      petId: null,
      limit: null,
      status: null,
      repeatsMembers: false,
      newPet: null,
      scope: 'silent',
      unusual: false,
    });
  });
});

describe('a target', () => {
  it.each([
    '/a%41',
    '/a%2d',
    '/a%2D',
    '/a%5b',
    '/a%9F',
    '/a/.b',
    '/a/...',
    '/a/b.',
    "/!$&'()*+,.0-9:;=@_~?/a?b",
    `/${'a'.repeat(999)}`,
  ])('%s is ordinary', (target) => {
    expect(described({ target }).unusual).toBe(false);
  });

  it.each([
    '/a%',
    '/a%4',
    '/a%4g',
    '/a%g4',
    '/a%00',
    '/a%2e',
    '/a%2E',
    '/a%2f',
    '/a%2F',
    '/a%5c',
    '/a%5C',
    '/a//b',
    '/a/./b',
    '/a/../b',
    '/a/',
    '/a/?b',
    '/a/.',
    '/a/..',
    '/a/..?b',
    '/a"',
    '/a b',
    '/a\\b',
    '/a#b',
    '/\u00fc',
    `/${'a'.repeat(1000)}`,
  ])('%s is unusual', (target) => {
    expect(described({ target }).unusual).toBe(true);
  });
});

describe('a body', () => {
  it('is ordinary up to 64 KiB, in bytes', () => {
    const isUnusual = (body: string) => described({ method: 'POST', target: '/nothing', body }).unusual;
    expect([isUnusual('x'.repeat(65_536)), isUnusual('x'.repeat(65_537))]).toEqual([false, true]);
    expect([isUnusual('\u00e9'.repeat(32_768)), isUnusual('\u00e9'.repeat(32_769))]).toEqual([false, true]);
  });

  it('is out of place in a list and a reading, and elsewhere it may be', () => {
    const sent = { 'Content-Length': '2' };
    expect(described({ target: '/pets/5', body: '{}', sent }).unusual).toBe(true);
    expect(described({ target: '/pets/5', body: '', sent: { 'Content-Length': '0' } }).unusual).toBe(false);
    expect(described({ method: 'DELETE', target: '/pets/5', body: '{}', sent }).unusual).toBe(false);
  });

  it('of a creation may come without its length, in chunks', () => {
    expect(creation('{"name":"Rex","categoryId":7}', { 'Content-Length': null }).unusual).toBe(false);
    expect(creation('', { 'Content-Length': '0' }).unusual).toBe(false);
    expect(creation('', { 'Content-Length': null }).unusual).toBe(true);
  });
});

describe('a query', () => {
  it.each(['', 'a=1'])('%j makes a creation and a reading unusual', (query) => {
    const body = '{"name":"Rex","categoryId":7}';
    expect(described({ method: 'POST', target: `/pets?${query}`, body })).toMatchObject({
      operation: 'createPet',
      scope: 'silent',
      unusual: true,
    });
    expect(described({ target: `/pets/5?${query}` })).toMatchObject({
      operation: 'getPet',
      petId: 5n,
      scope: 'silent',
      unusual: true,
    });
  });
});
