import { describe, expect, it } from 'vitest';
import { startReferenceImplementation, startVariant } from '../../../reference-impl/index.ts';
import { emptyJudgement } from '../../../src/quota/judgement.ts';
import { measurePlan } from '../../../src/quota/measure/measure-plan.ts';
import type { Phase } from '../../../src/quota/timeline.ts';
import { startRawServer } from '../../target/raw-server.ts';
import { closeAfterwards, quotaKey, statuses, testWire } from '../wire/test-wire.ts';
import { freePlan } from './made-up-wire.ts';

const minuteMs = 3000;
const plan = freePlan({ minuteMs, neighbour: false, connections: 32 });
const silent = () => {};
const noJudge = () => emptyJudgement;

describe('a plan is measured over the network', () => {
  it('by autocannon, and nothing that was refused was carried out', async () => {
    const service = closeAfterwards(
      await startReferenceImplementation({ minuteMs, keys: { free: quotaKey } }),
    );
    const { wire, exchanges } = testWire(service.baseUrl);
    const { ledgers, judgement, records, problem, stopped } = await measurePlan(plan, wire, silent, noJudge);
    expect({ problem, stopped }).toEqual({ problem: null, stopped: null });
    expect(new Set(ledgers.map(({ engine, balanced }) => `${engine} ${balanced}`))).toEqual(
      new Set(['autocannon true']),
    );
    expect(judgement.supported.map(({ requirement }) => requirement)).toEqual([
      'quota/refused-without-effect',
    ]);
    expect(exchanges).toHaveLength(wire.timeline.length);
    expect(records[0]?.requests).toBe(wire.timeline.length);
    const phases = new Set<Phase>(records[0]?.phases.map(({ name }) => name as Phase));
    for (const phase of ['calibrate', 'burst', 'trickle', 'retry', 'spend', 'reset', 'effect'] as const) {
      expect(phases).toContain(phase);
    }
    expect(JSON.stringify(records)).not.toContain(quotaKey);
  });

  it('by undici, once autocannon has lost answers of a server that closes connections', async () => {
    const service = closeAfterwards(
      await startVariant('connection-close', { minuteMs, keys: { free: quotaKey } }),
    );
    const { wire } = testWire(service.baseUrl);
    const { ledgers } = await measurePlan(plan, wire, silent, noJudge);
    const [first, ...others] = ledgers.map(({ engine, balanced }) => `${engine} ${balanced}`);
    expect(first).toBe('autocannon false');
    expect(new Set(others)).toEqual(new Set(['undici true']));
    const [, second] = ledgers;
    expect(second?.answered).toBe(second?.asked);
  });

  it('not at all where the key is refused', async () => {
    const server = closeAfterwards(
      await startRawServer((socket) => socket.write('HTTP/1.1 401 No\r\nContent-Length: 0\r\n\r\n')),
    );
    const { wire } = testWire(server.baseUrl);
    const { problem } = await measurePlan(plan, wire, silent, noJudge);
    expect(problem).toEqual({ kind: 'not-served', key: 1, status: 401 });
    expect(server.requests).toHaveLength(1);
  });

  it('no further than until it is stopped, with what was learnt', async () => {
    const service = closeAfterwards(
      await startReferenceImplementation({
        minuteMs: 10_000,
        keys: { free: quotaKey },
        clock: { now: () => 1_800_000_010_000 },
      }),
    );
    const { wire } = testWire(service.baseUrl, {
      onWait: ({ reason }) => {
        if (reason === 'the time of Retry-After') {
          setImmediate(() => wire.stop('interrupted'));
        }
      },
    });
    const slow = freePlan({ minuteMs: 10_000, neighbour: false, connections: 32 });
    const { stopped, records } = await measurePlan(slow, wire, silent, noJudge);
    expect(stopped).toMatchObject({ name: 'RunStopped', reason: 'interrupted' });
    expect(records[0]?.refused).toBe(statuses(wire).filter((status) => status === 429).length);
    expect(records[0]?.refused).toBeGreaterThan(0);
  });
});
