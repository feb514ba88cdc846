import { describe, expect, it } from 'vitest';
import { runPreflight } from '../../src/preflight/run-preflight.ts';
import { ExchangeNumbers } from '../../src/target/exchange-numbers.ts';
import { RunStopped } from '../../src/target/target.ts';
import type { RunEvent } from '../../src/verdict/run-event.ts';
import { type ServiceAnswer, type ServiceRequest, startService } from '../suite/service.ts';
import { testSession } from '../suite/test-session.ts';

const list: ServiceAnswer = { status: 200, body: '[]' };

async function preflightOf(
  answer: (request: ServiceRequest) => ServiceAnswer,
  stopped: AbortSignal = new AbortController().signal,
) {
  const service = await startService(answer);
  const { options } = testSession(service.baseUrl).session;
  const events: RunEvent[] = [];
  const context = {
    tag: 'cabcdef',
    startedAtMs: performance.now(),
    numbers: new ExchangeNumbers(null),
    record: (event: RunEvent) => events.push(event),
    stopped,
  };
  const preflight = runPreflight(options, context, { requests: 50, mostRequests: null });
  return { preflight, events, service };
}

const findings = (events: readonly RunEvent[]) => events.filter(({ type }) => type === 'finding');

describe('the preflight of a run', () => {
  it('hands on what it sent and what it found', async () => {
    const { preflight, events } = await preflightOf(({ method }) =>
      method === 'POST' ? { status: 201, body: '{"id":1,"name":"Rex cabcdef1z","categoryId":1}' } : list,
    );
    expect(await preflight).toMatchObject({
      exchanges: [{ number: 1 }, { number: 2 }, { number: 3 }],
      workingCategories: [1n],
    });
    expect(events.filter(({ type }) => type === 'exchange')).toHaveLength(3);
    expect(events.filter(({ type }) => type === 'animal-created')).toMatchObject([{ id: '1' }, { id: '1' }]);
  });

  it('says what deviates in its answers, once it has let the run go on', async () => {
    const { preflight, events } = await preflightOf(({ method }) =>
      method === 'POST' ? { status: 201, body: '{"id":1,"name":"Rex","categoryId":1}' } : list,
    );
    expect(await preflight).not.toBeNull();
    expect(findings(events)).toContainEqual(
      expect.objectContaining({ finding: expect.objectContaining({ requirement: 'create/echoes-fields' }) }),
    );
  });

  it('proves nothing where it ends the run: a refused key is no deviation', async () => {
    const { preflight, events } = await preflightOf(() => ({ status: 401, body: '{}' }));
    expect(await preflight).toBeNull();
    expect(findings(events)).toEqual([]);
  });

  it('ends when the run is stopped', async () => {
    const controller = new AbortController();
    const { preflight } = await preflightOf(() => {
      controller.abort(new RunStopped('interrupted'));
      return 'silence';
    }, controller.signal);
    await expect(preflight).rejects.toMatchObject({ name: 'RunStopped', reason: 'interrupted' });
  });
});
