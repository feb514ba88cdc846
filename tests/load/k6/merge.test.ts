import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isReport } from '../../../src/cli/report-files/report-file.ts';
import { renderSummary } from '../../../src/report/artifacts/summary.ts';
import type { Report } from '../../../src/report/report.ts';
import { exitStatus, verdictSentence, verdictWord } from '../../../src/report/verdict-sentence.ts';
import { merged, refusedFor } from '../../load-run/made-shards.ts';
import { propertyRuns } from '../../property-runs.ts';
import { changedRecord, exportedScript, inTime, type Logs, madeLogs } from './exported.ts';
import type { FakeRequest, FakeResponse } from './fake-service.ts';

function violated({ requirements }: Report): string[] {
  return requirements.filter(({ verdict }) => verdict === 'failed').map(({ id }) => id);
}

describe('the report of instances of k6', () => {
  it('clears a conforming service, and says first that this is a sample', async () => {
    const report = await merged(inTime(await madeLogs()));
    expect(verdictSentence(report)).toBe(
      'Sample: 100 % of the requests (180 of 180) were judged. No violation: no MUST requirement is violated in the sample.',
    );
    expect([report.verdict, verdictWord(report), exitStatus(report)]).toEqual([
      'conformant',
      'No violation in the sample',
      0,
    ]);
    expect(report.load?.sample).toEqual({ requests: 180, judged: 180, unjudged: 0 });
    expect(report.load?.shards?.map(({ requests }) => requests)).toEqual([60, 60, 60]);
    expect([report.load?.requests, report.load?.latency.count, report.load?.generator]).toEqual([
      180,
      180,
      null,
    ]);
    expect(renderSummary(report)).toMatch(/^## ℹ️ Sample: 100 % of the requests/);
    expect(isReport(report)).toBe(true);
  });

  it('finds a violation of what a list was asked for in the sample', async () => {
    const change = (request: FakeRequest, response: FakeResponse) =>
      request.target.includes('limit=5&')
        ? withBody(response, (body) => `[${Array(6).fill(firstOf(body)).join(',')}]`)
        : response;
    const report = await merged(inTime(await madeLogs(exportedScript(), change)));
    expect([report.verdict, exitStatus(report)]).toEqual(['non-conformant', 1]);
    expect(violated(report)).toContain('list/limit-with-status');
    expect(verdictSentence(report)).toMatch(/^Sample: .* Not conformant under load: /);
  });

  it('judges no response that k6 may have changed', async () => {
    const joined = (_request: FakeRequest, response: FakeResponse): FakeResponse => ({
      ...response,
      headers: { ...response.headers, 'X-Ratelimit-Limit': '60000, 60000' },
    });
    const report = await merged(inTime(await madeLogs(exportedScript(), joined)));
    expect(violated(report)).toEqual([]);
    expect(report.load?.sample?.unjudged).toBeGreaterThan(0);
    expect(verdictSentence(report)).toContain(
      'No verdict: the sample has no exchange of list, get or create',
    );
    expect(exitStatus(report)).toBe(3);
  });

  it('has no verdict after a load that ended early, or without a load', async () => {
    const early = await merged(await madeLogs());
    expect([verdictSentence(early), exitStatus(early)]).toEqual([
      expect.stringMatching(/No verdict: shard 1 of 3 \(and 2 more\): k6 ended after .* of 5 s/),
      3,
    ]);
    const rejected = await merged(
      await madeLogs(exportedScript(), () => ({ status: 401, headers: {}, body: '' })),
    );
    expect([verdictSentence(rejected), violated(rejected)]).toEqual([
      expect.stringContaining('the API key is rejected: 401'),
      [],
    ]);
  });

  it('has no verdict if a summary has no request', async () => {
    const logs = inTime(await madeLogs()).map((lines) =>
      lines.map((line) =>
        changedRecord(line, (record) => {
          const metrics = { sampled: Object(record['metrics'])['sampled'] };
          return record['type'] === 'summary' ? { ...record, metrics } : record;
        }),
      ),
    );
    const report = await merged(logs);
    expect([verdictSentence(report), exitStatus(report)]).toEqual([
      expect.stringContaining('the summary of k6 has no request of the load'),
      3,
    ]);
  });

  it('names missing lines and has no verdict', async () => {
    const [first = [], ...others] = inTime(await madeLogs());
    const cut = first.filter((line) => !/"record":"x\d*[12]"/.test(line));
    expect(verdictSentence(await merged([cut, ...others]))).toMatch(
      /No verdict: \d+ of the exchanges that shard 1 of 3 logged are missing/,
    );
  });

  it.each([101, 600, 999])('counts and judges the status %i, which no class has', async (status) => {
    const change = (_: FakeRequest, response: FakeResponse) => ({ ...response, status });
    const report = await merged(await madeLogs(exportedScript({ command: 'load' }), change));
    expect(violated(report)).toContain('responses/documented-status');
    expect([report.load?.requests, report.load?.sample?.judged, isReport(report)]).toEqual([180, 180, true]);
  });

  it('refuses what is not one load, with one line each', async () => {
    const logs = inTime(await madeLogs());
    const [first = [], second = [], third = []] = logs;
    const nameless = first.map((line) =>
      changedRecord(line, (record) => (record['type'] === 'header' ? { ...record, command: '' } : record)),
    );
    const other = first.map((line) =>
      changedRecord(line, (record) => (record['type'] === 'header' ? { ...record, plan: {} } : record)),
    );
    const cases: readonly (readonly [Logs, RegExp])[] = [
      [[nameless, second, third], /file 1, line 1: \/command must NOT have fewer than 1 characters$/],
      [[other, second, third], /file 1, line 1: the line is not of the instance that it names$/],
      [[first, first, second, third], /file 1|file 2, line \d+: .*twice/],
      [[first.slice(1), second, third], /file 1, line 1: the instance \w+ has not begun/],
    ];
    for (const [refused, reason] of cases) {
      const reasons = await refusedFor(refused);
      expect(reasons[0]).toMatch(reason);
      expect(reasons.every((line) => line.includes('file ') && !line.includes('\n'))).toBe(true);
    }
  });

  it('refuses hostile lines in one line each, and never fails a service for them', {
    timeout: 60_000,
  }, async () => {
    const logs = inTime(await madeLogs());
    const members = fc.constantFrom(
      ...['status', 'body', 'headers', 'target', 'sentAtMs', 'plan', 'metrics', 'segment', 'version', 'sent'],
    );
    const values = fc.oneof(fc.jsonValue(), fc.constant('\u001b[31m'), fc.constant('/../x'), fc.constant(-1));
    await fc.assert(
      fc.asyncProperty(fc.nat(500), members, values, async (place, member, value) => {
        const changed = logs.map((lines, index) =>
          lines.map((line, row) =>
            index === 0 && row === place % lines.length
              ? changedRecord(line, (record) => ({ ...record, [member]: value }))
              : line,
          ),
        );
        const reasons = await refusedFor(changed);
        expect(reasons.join('\n').split('\n')).toHaveLength(Math.max(1, reasons.length));
        expect(reasons.join('')).not.toContain('\u001b');
      }),
      { numRuns: propertyRuns(25) },
    );
  });
});

function withBody(response: FakeResponse, change: (body: string) => string): FakeResponse {
  const body = change(response.body);
  const headers = { ...response.headers, 'Content-Length': String(Buffer.byteLength(body)) };
  return { ...response, headers, body };
}

function firstOf(body: string): string {
  return JSON.stringify(JSON.parse(body)[0] ?? {});
}
