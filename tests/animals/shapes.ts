import { AnimalWatch } from '../../src/animals/animal-watch.ts';
import type { Finding } from '../../src/verdict/finding.ts';
import { errorBody, exchange, type Shape } from '../watchers/exchanges.ts';
import { runTag } from './traffic.ts';

/** What is found in a run of exchanges. */
export function findings(...shapes: readonly Shape[]): Finding[] {
  const watch = new AnimalWatch(runTag);
  return shapes.flatMap((shape, index) => [...watch.see(exchange({ number: index + 1, ...shape })).findings]);
}

/** The violations in a run of exchanges, each as `requirement kind`, once. */
export function flagged(...shapes: readonly Shape[]): string[] {
  return [...new Set(findings(...shapes).map(({ requirement, kind }) => `${requirement} ${kind}`))];
}

const challenge = { 'WWW-Authenticate': 'Bearer' };

/** Literals of its members; an empty one leaves the member out. */
export interface Pet {
  readonly id?: string;
  readonly name?: string;
  readonly categoryId?: string;
  readonly status?: string;
}

/** An animal as JSON text, its members as literals. */
export function pet(changes: Pet = {}): string {
  const members = { id: '5', name: `"Rex ${runTag}1z"`, categoryId: '7', status: '"sold"', ...changes };
  return `{${Object.entries(members)
    .flatMap(([name, literal]) => (literal === '' ? [] : [`"${name}":${literal}`]))
    .join(',')}}`;
}

export function creation(sent: Pet = {}, received: Pet = {}): Shape {
  return {
    method: 'POST',
    body: pet({ id: '', ...sent }),
    status: 201,
    answer: pet({ ...sent, id: '5', ...received }),
  };
}

export function reading(received: Pet = {}): Shape {
  return { target: `/pets/5`, answer: pet(received) };
}

export function list(query: string, ...pets: readonly string[]): Shape {
  return { target: `/pets${query}`, answer: `[${pets.join(',')}]` };
}

export function many(count: number, changes: Pet = {}): string[] {
  return Array.from({ length: count }, (_, index) => pet({ id: `${index + 10}`, ...changes }));
}

export function refused(status: 400 | 401): Shape {
  const credential = status === 401 ? 'invalid' : 'api-key';
  return {
    method: 'POST',
    body: pet({ id: '' }),
    status,
    credential,
    answer: errorBody(status),
    received: challenge,
  };
}

export const noPet: Shape = { target: '/pets/5', status: 404, answer: errorBody(404) };
export const unicode = `"${runTag}1z \\ud83d\\udc08 Zo\\u00eb"`;
export const large = `${2n ** 53n + 1n}`;
