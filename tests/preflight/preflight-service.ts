import { expect } from 'vitest';
import { usualNames } from '../../src/arbitraries/names.ts';
import { preflight } from '../../src/preflight/run-preflight.ts';
import type { PreflightStep } from '../../src/verdict/run-event.ts';
import type { ServiceAnswer, ServiceRequest } from '../suite/service.ts';
import { type SessionChanges, testSession } from '../suite/test-session.ts';

export const needed = { requests: 100, mostRequests: 980 };

export async function preflightOf(baseUrl: string, changes: SessionChanges = {}) {
  const { session, events } = testSession(baseUrl, changes);
  const told: PreflightStep[] = [];
  const found = await preflight(session, needed, (step) => told.push(step));
  expect(found === null).toBe(told.some(({ outcome }) => outcome === 'problem'));
  return {
    ...(found ?? { workingCategories: [], nameForm: usualNames }),
    steps: told,
    events,
    requestsSent: session.target.requestsSent,
    step: (name: string) => told.find((step) => step.name === name),
    outcomes: told.map(({ name, outcome }) => `${name} ${outcome}`),
  };
}

export const created = (id: number): ServiceAnswer => ({
  status: 201,
  body: JSON.stringify({ id, name: 'Rex', categoryId: 1 }),
});
export const refused: ServiceAnswer = { status: 400, body: '{"code":"invalid","message":"m","status":400}' };

/** Answers with `list` to what reads, and as `create` says to creations. */
export function store(
  list: ServiceAnswer,
  create: (request: ServiceRequest) => ServiceAnswer = () => created(1),
) {
  return (request: ServiceRequest) => (request.method === 'POST' ? create(request) : list);
}

export const emptyList = { status: 200, body: '[]' } as const satisfies ServiceAnswer;

export function epochIn(seconds: number): string {
  return `${Math.floor(Date.now() / 1000) + seconds}`;
}
