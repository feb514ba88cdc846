import { describe, expect, it } from 'vitest';
import { Inconclusive, Violation } from '../../src/suite/outcome.ts';
import { type ServiceAnswer, type ServiceRequest, startService } from './service.ts';
import { apiKey, testSession } from './test-session.ts';

const list: ServiceAnswer = { status: 200, body: '[]' };
const bad = '{"name":"Rex"';

/** Sends a creation that the service may not answer. */
async function ask(answer: (request: ServiceRequest) => ServiceAnswer, level: 'MUST' | 'OBSERVE' = 'MUST') {
  const service = await startService(answer);
  const test = testSession(service.baseUrl);
  const check = test.check('create/malformed-json', level);
  const error = await check.create(bad).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof Violation) {
    check.report(error);
  }
  return { ...test, findings: test.findings, service, error, check };
}

const keyInQuery = {
  label: 'none',
  description: 'the key in the query',
  headers: [],
  query: { value: `api_key=${apiKey}`, shownAs: 'api_key=$ANIMAL_STORE_API_KEY' },
} as const;

const kinds = (findings: readonly { requirement: string; kind: string }[]) =>
  findings.filter(({ requirement }) => requirement === 'create/malformed-json').map(({ kind }) => kind);

describe('a connection that is dropped', () => {
  it('for one body only, again and again, is a deviation', async () => {
    const { findings, error, service } = await ask(({ body }) => (body === bad ? 'drop' : list));
    expect(kinds(findings)).toEqual(['dropped']);
    expect(error).toBeInstanceOf(Violation);
    const [finding] = findings.filter(({ requirement }) => requirement === 'create/malformed-json');
    expect(finding?.related).toEqual([{ role: 'control', exchange: expect.any(Number) }]);
    expect(service.requests.some(({ method }) => method === 'GET')).toBe(true);
  });

  it('for everything is none: the service is down', async () => {
    const { findings, error } = await ask(() => 'drop');
    expect(kinds(findings)).toEqual([]);
    expect(error).toBeInstanceOf(Inconclusive);
  });

  it('three times in a row is none: a network does that', async () => {
    const { findings } = await ask(({ number, body }) => {
      const isDropped = number <= 5;
      return body !== bad ? list : isDropped ? 'drop' : { status: 400, body: '{}' };
    });
    expect(kinds(findings)).toEqual([]);
  });

  it('where the document is silent is none, and is not asked about again', async () => {
    const { findings, service } = await ask(({ body }) => (body === bad ? 'drop' : list), 'OBSERVE');
    expect(kinds(findings)).toEqual([]);
    expect(service.requests.filter(({ method }) => method === 'GET')).toEqual([]);
  });
});

describe('an answer that breaks off within its body', () => {
  it('is asked for again', async () => {
    const { error, service, findings } = await ask(({ number }) =>
      number === 1 ? 'cut' : { status: 400, body: '{}' },
    );
    expect(error).toBeNull();
    expect(service.requests.map(({ method }) => method)).toEqual(['POST', 'GET', 'POST']);
    expect(kinds(findings)).toEqual([]);
  });

  it('is not asked for again where others break off too', async () => {
    const { error, service } = await ask(() => 'cut');
    expect(error).toBeNull();
    expect(service.requests.map(({ method }) => method)).toEqual(['POST', 'GET']);
  });

  it('each time is a deviation of the media type, and what its body says is not known', async () => {
    const { baseUrl } = await startService(({ method }) => (method === 'POST' ? 'cut' : list));
    const test = testSession(baseUrl);
    const answer = await test.check('create/accepts-valid').createPlain();
    expect(answer.status).toBe(201);
    expect(() => answer.json).toThrow(/^the response to POST \/pets could not be read completely/);
    expect(test.findings.map(({ requirement, kind }) => [requirement, kind])).toContainEqual([
      'responses/media-type',
      'broken-off',
    ]);
  });
});

describe('a service that is out of order', () => {
  it.each([502, 503, 504])('for a moment (%i) is asked again', async (status) => {
    const { error, service, findings } = await ask(({ number }) =>
      number === 1 ? { status, body: '{}' } : { status: 400, body: '{}' },
    );
    expect(error).toBeNull();
    expect(service.requests).toHaveLength(2);
    expect(kinds(findings)).toEqual([]);
    // That it was is seen all the same.
    const reported = findings.map(({ requirement }) => requirement);
    expect(reported).toContain('errors/no-server-error');
  });

  it('for everybody is asked no more than twice again, and says nothing of the requirement', async () => {
    const { service, error } = await ask(() => ({ status: 503, body: '{}' }));
    expect(service.requests.map(({ method }) => method)).toEqual(['POST', 'POST', 'POST', 'GET']);
    expect(error).toBeInstanceOf(Inconclusive);
    expect(String(error)).toContain('kept returning 503, also to another request');
  });

  it('for this request alone is taken at its word', async () => {
    const { service, error } = await ask(({ method }) =>
      method === 'POST' ? { status: 503, body: '{}' } : list,
    );
    expect(service.requests.map(({ method }) => method)).toEqual(['POST', 'POST', 'POST', 'GET']);
    expect(error).toBeNull();
  });

  it('for lists alone is detected by another operation, and reported', async () => {
    const service = await startService(({ target }) =>
      target === '/pets?limit=5' ? { status: 503, body: '{}' } : { status: 404, body: '{}' },
    );
    const answer = await testSession(service.baseUrl).check('list/returns-pets').list({ limit: 5 });
    expect(answer.status).toBe(503);
    expect(service.requests.at(-1)?.target).toMatch(/^\/pets\/\d+$/);
  });

  it('all the time is not asked again and again by every check of a run', async () => {
    const service = await startService(() => ({ status: 503, body: '{}' }));
    const { check: checkOf } = testSession(service.baseUrl);
    const check = checkOf('create/malformed-json');
    const counts: number[] = [];
    for (let time = 0; time < 20; time += 1) {
      await expect(check.create(bad)).rejects.toThrow(Inconclusive);
      counts.push(service.requests.length);
    }
    expect(counts.at(-1)).toBe((counts.at(-6) ?? 0) + 5);
  });

  it('for one request only is taken at its word', async () => {
    const { service } = await ask(() => ({ status: 500, body: '{}' }));
    expect(service.requests).toHaveLength(1);
  });
});

describe('a service that answers 429 for ever', () => {
  it('is waited for three times, not for each request of the run, and never flagged', async () => {
    const service = await startService(() => ({ status: 429, headers: { 'Retry-After': '0' } }));
    const { check: checkOf, findings } = testSession(service.baseUrl, { minuteMs: 100 });
    const check = checkOf('create/malformed-json');
    const counts: number[] = [];
    for (let time = 0; time < 5; time += 1) {
      await expect(check.create(bad)).rejects.toThrow(/429/);
      counts.push(service.requests.length);
    }
    expect(counts[2]).toBeGreaterThan(counts[1] ?? Number.NaN);
    expect(counts[4]).toBe(counts[2]);
    expect(kinds(findings)).toEqual([]);
  });
});

describe('a service that has gone away', () => {
  it('is not asked any more after twenty requests in a row without an answer', async () => {
    let gone = true;
    const service = await startService(() => (gone ? 'drop' : list));
    const { check: checkOf, session } = testSession(service.baseUrl);
    const check = checkOf('list/returns-pets');
    while (!session.isGone) {
      await expect(check.list()).rejects.toThrow(Inconclusive);
    }
    const before = service.requests.length;
    expect(before).toBeGreaterThanOrEqual(20);
    gone = false;
    await expect(check.list()).rejects.toThrow('not sent: the service stopped responding');
    expect(service.requests).toHaveLength(before);
  });

  it('for some requests only is asked on', async () => {
    const service = await startService(({ number }) => (number % 15 === 0 ? list : 'drop'));
    const { check: checkOf, session } = testSession(service.baseUrl);
    for (let time = 0; time < 40; time += 1) {
      await checkOf('list/returns-pets')
        .list()
        .catch(() => {});
    }
    expect(session.isGone).toBe(false);
    expect(service.requests.length).toBeGreaterThanOrEqual(40);
  });
});

describe('a service that stays silent', () => {
  it('is asked three times the same kind of thing, and not once more; other things still are', async () => {
    const service = await startService(() => 'silence');
    const { check: checkOf, session } = testSession(service.baseUrl, { timeoutMs: 30 });
    const check = checkOf('create/malformed-json');
    const reasons: string[] = [];
    for (let time = 0; time < 5; time += 1) {
      await check.create(bad).catch((error: unknown) => reasons.push(String(error)));
    }
    expect(reasons.map((reason) => reason.includes('in a row timed out'))).toEqual([
      false,
      false,
      false,
      true,
      true,
    ]);
    expect(session.target.requestsSent).toBe(3);
    await expect(check.list()).rejects.toThrow('returned no response');
  });

  it('is not reported with the key of a request that was not sent', async () => {
    const service = await startService(() => 'silence');
    const check = testSession(service.baseUrl, { timeoutMs: 30 }).check('auth/header-only');
    const reasons: string[] = [];
    for (let time = 0; time < 4; time += 1) {
      await check.list({ limit: 1 }, keyInQuery).catch((error: unknown) => reasons.push(String(error)));
    }
    expect(reasons[3]).toContain('$ANIMAL_STORE_API_KEY');
    expect(reasons.join()).not.toContain(apiKey);
  });

  it('now and then is asked on', async () => {
    const { session } = testSession('http://127.0.0.1:9/v1');
    for (const silent of [true, true, false, true, true]) {
      session.noteSilence('POST pets', silent);
    }
    expect(session.isSilent('POST pets')).toBe(false);
    session.noteSilence('POST pets', true);
    expect(session.isSilent('POST pets')).toBe(true);
    expect(session.isSilent('GET pets')).toBe(false);
  });
});

describe('a run that creates nothing', () => {
  it('is never made to by a check', async () => {
    const service = await startService(() => list);
    const check = testSession(service.baseUrl, { readOnly: true }).check('create/malformed-json');
    await expect(check.create(bad)).rejects.toMatchObject({ name: 'Skipped' });
    await expect(check.createPlain()).rejects.toMatchObject({ name: 'Skipped' });
    await expect(check.ownAnimal()).rejects.toMatchObject({ name: 'Skipped' });
    expect(service.requests).toEqual([]);
  });
});
