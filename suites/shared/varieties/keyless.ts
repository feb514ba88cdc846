import type { KeylessRequest } from './variety.ts';

function at(path: string, description: string): KeylessRequest {
  return { kind: 'keyless', path, description, headers: [] };
}

function by(name: string, value: string, description = `with ${name}: ${value}`): KeylessRequest {
  return { kind: 'keyless', path: '/pets?limit=1', description, headers: [{ name, value }] };
}

/** Requests that bypass a key check on the raw path, or one that trusts header fields of a gateway. */
export const keylessVarieties: readonly KeylessRequest[] = [
  at('/pets/', 'with a trailing slash'),
  at('/pets?', 'with an empty query'),
  at('/%70ets', 'with a letter of the path percent-encoded'),
  at('/Pets', 'with a capital letter in the path'),
  at('/pets.json', 'with an extension'),
  at('/pets?limit=1&limit=2', 'with a duplicate parameter'),
  by('X-Forwarded-For', '127.0.0.1'),
  by('X-Real-IP', '127.0.0.1'),
  by('X-Original-URL', '/health'),
  by('X-Rewrite-URL', '/health'),
  by('X-HTTP-Method-Override', 'OPTIONS'),
  by('X-User-Id', '1'),
  by('X-Authenticated-User', 'admin'),
  by('X-Consumer-Username', 'admin'),
  by('X-Internal', 'true'),
  by('X-Debug', 'true'),
  by('Origin', 'http://localhost'),
  by('Referer', 'http://localhost/'),
  by('Upgrade-Insecure-Requests', '1'),
  by('X-Requested-With', 'XMLHttpRequest'),
];
