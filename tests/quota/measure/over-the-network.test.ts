import { describe, expect, it } from 'vitest';
import { mixtureOf, startReferenceImplementation } from '../../../reference-impl/index.ts';
import { emptyJudgement } from '../../../src/quota/judgement.ts';
import { measurePlan } from '../../../src/quota/measure/measure-plan.ts';
import type { Phase } from '../../../src/quota/quota-wire.ts';
import { closeAfterwards } from '../../target/test-target.ts';
import { quotaKey, testWire } from '../wire/test-wire.ts';
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
    expect(new Set(ledgers.map(({ engine, unanswered }) => `${engine} ${unanswered === 0}`))).toEqual(
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
      await startReferenceImplementation({
        minuteMs,
        keys: { free: quotaKey },
        decorate: mixtureOf(['connection-close']).apply,
      }),
    );
    const { wire } = testWire(service.baseUrl);
    const { ledgers } = await measurePlan(plan, wire, silent, noJudge);
    const [first, ...others] = ledgers.map(({ engine, unanswered }) => `${engine} ${unanswered === 0}`);
    expect(first).toBe('autocannon false');
    expect(new Set(others)).toEqual(new Set(['undici true']));
    const [, second] = ledgers;
    expect(second?.answered).toBe(second?.asked);
  });
});
