import { expect, it } from 'vitest';
import { serverClock } from '../../../src/quota/judge/server-clock.ts';
import { requestWindow } from './exact-limiters.ts';
import { epochMs, inTurn, traceOf } from './trace.ts';

const decide = () => requestWindow(60, 60_000);

it('bounds the clock of the server, the closer the more seconds begin between the answers', () => {
  const sent = Array.from({ length: 40 }, (_, position) => ({ atMs: 5000 + position * 73 }));
  const clock = serverClock(traceOf(sent, decide()));
  expect(clock?.leastMs).toBeLessThanOrEqual(epochMs);
  expect(clock?.mostMs).toBeGreaterThanOrEqual(epochMs);
  expect((clock?.mostMs ?? 0) - (clock?.leastMs ?? 0)).toBeLessThan(400);
});

it('is wide where several clocks contradict each other', () => {
  const clock = serverClock(
    traceOf(inTurn(5000, 8), decide(), ({ exchange, dateMs }) => ({
      dateMs: dateMs + (exchange % 2) * 9000,
    })),
  );
  expect((clock?.mostMs ?? 0) - (clock?.leastMs ?? 0)).toBeGreaterThan(9000);
});

it('knows nothing without a Date, nor by one from a cache', () => {
  expect(serverClock(traceOf(inTurn(5000, 3), decide(), () => ({ dateMs: Number.NaN })))).toBeNull();
  expect(serverClock(traceOf(inTurn(5000, 3), decide(), () => ({ cached: true })))).toBeNull();
});
