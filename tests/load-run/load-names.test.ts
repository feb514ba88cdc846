import { describe, expect, it } from 'vitest';
import { mixtureOf, type Parts } from '../../reference-impl/index.ts';
import { loadOf, optionsFor, plan, run, startReference } from './made-load.ts';

const creations = { ...plan, mix: { list: 0, get: 0, create: 1 }, maxCreations: 60, durationMs: 60_000 };

/** A load of creations, and the names that the service received. */
async function loaded(variant: string | null, nameTemplate?: string, maxCreations = creations.maxCreations) {
  const received: string[] = [];
  const decorated = (parts: Parts): Parts => (variant === null ? parts : mixtureOf([variant]).apply(parts));
  const service = await startReference({
    decorate: (parts) => {
      const inner = decorated(parts);
      return {
        ...inner,
        handle: (request, all) => {
          if (request.method === 'POST') {
            received.push(JSON.parse(new TextDecoder().decode(request.body ?? undefined)).name);
          }
          return inner.handle(request, all);
        },
      };
    },
  });
  const options = optionsFor(service.baseUrl, service.keys.enterprise, {
    load: { ...creations, maxCreations },
  });
  const report = await run(nameTemplate === undefined ? options : { ...options, nameTemplate });
  return { report, received };
}

describe('the names of a load', () => {
  it.each(['names-bounded', 'names-of-ten-letters', 'names-without-blanks'])(
    'are of a form that a service accepts: %s',
    async (variant) => {
      const { report, received } = await loaded(variant);
      expect(report.interrupted).toContain('it reached its limit of 60 creations');
      expect(Object.keys(loadOf(report).byStatus)).toEqual(['201']);
      expect(loadOf(report).created).toBeGreaterThanOrEqual(60 - plan.connections);
      expect(report.counts.MUST.failed).toBe(0);
      expect(received.length).toBeLessThanOrEqual(60 + 5);
    },
  );

  it('are tried only once where one animal may be created', async () => {
    const { received } = await loaded(null, undefined, 1);
    expect(received[0]).toMatch(/^bella c[a-y]{6}9008160z II$/);
    // Each connection may have sent one before the first one reached the limit.
    expect(received.length).toBeLessThanOrEqual(1 + plan.connections);
  });

  it('are of the usual form where all names are accepted', async () => {
    const { report, received } = await loaded(null);
    expect(report.preflight.some(({ name }) => name === 'name')).toBe(false);
    expect(received.slice(1).every((name) => /^Rex c[a-y]{6}\d+z$/.test(name))).toBe(true);
    expect(new Set(received).size).toBeGreaterThan(50);
  });

  it('are of the form that the user gives', async () => {
    const { received } = await loaded(null, 'pet-{tag}/é');
    expect(received.every((name) => /^pet-c[a-y]{6}\d+z\/é$/.test(name))).toBe(true);
  });

  it('are the problem if a service accepts none', async () => {
    const service = await startReference({
      decorate: (parts) => ({
        ...parts,
        handle: (request, all) =>
          request.method === 'POST'
            ? parts.handle({ ...request, body: Buffer.from('{}'), bodyChunks: [] }, all)
            : parts.handle(request, all),
      }),
    });
    const report = await run(optionsFor(service.baseUrl, service.keys.enterprise, { load: creations }));
    const [problem] = report.preflight.filter(({ outcome }) => outcome === 'problem');
    expect(problem?.text).toContain('the service accepts no creation');
    expect(problem?.remedy).toContain('--name-template');
    expect(report.load).toBeNull();
  });
});
