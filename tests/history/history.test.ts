import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ComparedVerdict } from '../../src/compare/matrix.ts';
import { verdictGridStyle } from '../../src/compare/render/verdict-grid.tsx';
import { changesByRun, changesOf, type History, historyOf } from '../../src/history/history.ts';
import { type HistoryRun, historyRunOf, targetName } from '../../src/history/history-run.ts';
import { gridStyle } from '../../src/history/render/history-grid.tsx';
import { historyHtml } from '../../src/history/render/history-html.tsx';
import { historyJson } from '../../src/history/render/history-json.ts';
import { historyText } from '../../src/history/render/history-text.ts';
import type { Report } from '../../src/report/report.ts';
import { reportWith, without } from '../compare/made-up-reports.ts';
import { propertyRuns } from '../property-runs.ts';
import { arbitraryReport } from '../report/arbitrary-run.ts';
import { ajvOptions, closedSchema, schemaNamed } from '../report/closed-schema.ts';
import { foreignMarkup } from '../report/foreign-markup.ts';
import { hostileText } from '../report/hostile-text.ts';
import { brokenRules, missingBrowser, opened, startedBrowser } from '../report/opened-page.ts';

const all = { target: null, last: null };

/** The run of a day in January 2026. */
function on(day: number, violated: readonly string[], changes: Partial<Report> = {}): HistoryRun {
  const startedAt = new Date(Date.UTC(2026, 0, day, 10)).toISOString();
  const made = reportWith(violated);
  const report = { ...made, run: { ...made.run, startedAt, seed: day }, ...changes };
  return historyRunOf(report, `run-${day}`, `run-${day}/index.html`);
}

const sample = [on(3, ['list/safe']), on(1, []), on(2, ['list/safe', 'get/stable']), on(4, ['get/stable'])];
const history = historyOf(sample, [{ file: 'old/report.json', reason: 'is larger than 100 MiB' }], all);

describe('when a requirement broke and was fixed', () => {
  const word = fc.constantFrom<ComparedVerdict>(
    ...(['passed', 'observed', 'failed', 'warned', 'waived', 'skipped', 'inconclusive', 'absent'] as const),
  );
  const isViolated = (verdict: ComparedVerdict | undefined) => /failed|warned|waived/.test(verdict ?? '');
  const isDecided = (verdict: ComparedVerdict | undefined) =>
    verdict !== undefined && !/skipped|inconclusive|absent/.test(verdict);

  test('each change has decided runs of both kinds at its ends, and none but undecided ones between', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 30 }), (verdicts) => {
        const changes = changesOf(verdicts);
        for (const { kind, run, since } of changes) {
          expect(isDecided(verdicts[run])).toBe(true);
          expect(isViolated(verdicts[run])).toBe(kind !== 'fixed');
          expect(verdicts.slice((since ?? -1) + 1, run).filter(isDecided)).toEqual([]);
          expect(since === null).toBe(kind === 'violated-from-start');
          expect(since === null || isViolated(verdicts[since]) === (kind === 'fixed')).toBe(true);
        }
        const kinds = changes.map(({ kind }) => kind === 'fixed');
        expect(kinds).toEqual(kinds.map((_, index) => index % 2 === 1));
        const last = verdicts.findLast(isDecided);
        expect(isViolated(last)).toBe(changes.length > 0 && changes.at(-1)?.kind !== 'fixed');
      }),
    );
  });

  test('undecided runs change nothing', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 20 }), (verdicts) => {
        const kinds = (given: readonly ComparedVerdict[]) => changesOf(given).map(({ kind }) => kind);
        expect(kinds(verdicts.filter(isDecided))).toEqual(kinds(verdicts));
      }),
    );
  });

  test('in the order of time, whatever the order of the files', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(sample, { minLength: sample.length }), (shuffled) => {
        expect(historyOf(shuffled, history.skipped, all)).toEqual(history);
      }),
    );
    const [target] = history.targets;
    expect(target?.runs.map(({ name }) => name)).toEqual(['run-1', 'run-2', 'run-3', 'run-4']);
    expect(target?.rows.find(({ id }) => id === 'list/safe')).toMatchObject({
      verdicts: ['passed', 'warned', 'warned', 'passed'],
      changes: [
        { kind: 'broke', run: { name: 'run-2' }, since: { name: 'run-1' } },
        { kind: 'fixed', run: { name: 'run-4' }, since: { name: 'run-3' } },
      ],
      now: 'held',
    });
    const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
    expect(
      target && changesByRun(target).map(({ run, broke, fixed }) => [run.name, ids(broke), ids(fixed)]),
    ).toEqual([
      ['run-4', ['get/stable'], ['list/safe']],
      ['run-3', [], ['get/stable']],
      ['run-2', ['list/safe', 'get/stable'], []],
    ]);
  });

  test('the newest runs know of what broke before them', () => {
    const [target] = historyOf(sample, [], { target: null, last: 1 }).targets;
    expect(target?.runs.map(({ name }) => name)).toEqual(['run-4']);
    expect(target?.rows.find(({ id }) => id === 'get/stable')).toMatchObject({
      verdicts: ['failed'],
      now: 'violated',
      changes: [{ kind: 'broke' }, { kind: 'fixed' }, { kind: 'broke', run: { name: 'run-4' } }],
    });
  });
});

describe('which runs belong together', () => {
  test('those of one target; a copy of a run counts once', () => {
    const elsewhere = on(5, [], { target: { baseUrl: 'https://eu.example.com/v1' } });
    const copy = { ...on(1, []), name: 'z-copy' };
    const made = historyOf([...sample, elsewhere, copy], [], all);
    expect(made.targets.map(({ target, runs }) => [target, runs.length])).toEqual([
      ['https://eu.example.com/v1', 1],
      ['http://127.0.0.1:8080/v1', 4],
    ]);
    expect(made.skipped).toEqual([{ file: 'z-copy', reason: 'is a copy of run-1' }]);
    expect(
      historyOf([...sample, elsewhere], [], { target: elsewhere.target, last: null }).targets,
    ).toHaveLength(1);
  });

  test.each([
    ['http://127.0.0.1:45123/v1', 'http://127.0.0.1:*/v1'],
    ['http://localhost:40000', 'http://localhost:*'],
    ['http://[::1]:65535/v1', 'http://[::1]:*/v1'],
    ['http://127.0.0.1:8080/v1', 'http://127.0.0.1:8080/v1'],
    ['https://example.com:45123/v1', 'https://example.com:45123/v1'],
  ])('a port that the operating system chose names no target: %s', (baseUrl, name) => {
    expect(targetName(baseUrl)).toBe(name);
  });
});

describe('the forms of a history', () => {
  test('in a terminal: what changed, and what is violated', () => {
    expect(historyText(history, { columns: 80, color: false })).toMatchInlineSnapshot(`
      "http://127.0.0.1:8080/v1
      4 runs from 2026-01-01 10:00 to 2026-01-04 10:00 (UTC). The newest run: not
      conformant; 1 requirement violated now, 1 broke and 1 was fixed in the newest
      run.

      VIOLATED NOW  1
        get/stable  MUST  broke 2026-01-04 10:00
          get/stable is violated

      WHAT CHANGED  3 runs
        2026-01-04 10:00  not conformant  run-4
          broke: get/stable
          fixed: list/safe
        2026-01-03 10:00  conformant  run-3
          fixed: get/stable
        2026-01-02 10:00  not conformant  run-2
          broke: list/safe, get/stable

      NOT READ  1
        old/report.json is larger than 100 MiB
      "
    `);
  });

  test('for programs, by the published schema', () => {
    const { $defs, ...others } = schemaNamed('history');
    const closed = new Ajv2020(ajvOptions)
      .addSchema(closedSchema(schemaNamed('report')))
      .compile({ ...closedSchema(others), $defs: closedSchema($defs, 'members') });
    fc.assert(
      fc.property(fc.array(arbitraryReport, { minLength: 1, maxLength: 4 }), (reports) => {
        const runs = reports.map((report, index) => historyRunOf(report, `${index}`, null));
        closed(JSON.parse(historyJson(historyOf(runs, history.skipped, all))));
        expect(closed.errors).toBeNull();
      }),
      { numRuns: propertyRuns(30) },
    );
  });

  test('as a page: each cell leads to its requirement in its report', () => {
    const html = historyHtml(history);
    expect(html).toContain('<a href="run-2/index.html#get/stable" aria-label="failed">✗</a>');
    expect(html).toContain('<a href="run-1/index.html#get/stable" aria-label="passed">✓</a>');
    expect(html).toContain('old/report.json is larger than 100 MiB');
    expect(html.split(' id="get/stable"')).toHaveLength(2);
    expect(html).not.toMatch(/<script src|<link|url\(/);
  });

  test('of very many runs it shows the newest, and says so', () => {
    const one = on(1, ['get/stable']);
    const many = Array.from({ length: 400 }, (_, index) => ({
      ...one,
      startedAt: new Date(Date.UTC(2026, 0, 1, index)).toISOString(),
      name: `r${index}`,
    }));
    const html = historyHtml(historyOf(many, [], all));
    expect(html).toMatch(/The newest \d+ runs of 400/);
    expect(html.length).toBeLessThan(2_500_000);
  });
});

describe('any content of the reports', () => {
  const hostile = fc
    .tuple(fc.array(arbitraryReport, { minLength: 1, maxLength: 3 }), hostileText)
    .map(([reports, text]): History => {
      const runs = reports.map((report, index): HistoryRun => {
        const run = historyRunOf(report, `${index}${text}`, null);
        return {
          ...run,
          target: text,
          suite: text,
          interrupted: text,
          requirements: run.requirements.map((row) => ({ ...row, statement: text, text })),
        };
      });
      return historyOf(runs, [{ file: text, reason: text }], all);
    });

  test('no page has a tag, attribute or address but its own, and no terminal gets a control character', () => {
    fc.assert(
      fc.property(hostile, (made) => {
        expect(foreignMarkup(historyHtml(made).replace(verdictGridStyle + gridStyle, ''))).toBeNull();
        expect(historyText(made, { columns: 80, color: false })).not.toMatch(
          /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u,
        );
      }),
      { numRuns: propertyRuns(15) },
    );
  });
});

test.skipIf(missingBrowser)(
  'the page breaks no rule of accessibility, says nothing on the console, and fits a phone',
  async () => {
    const browser = await startedBrowser();
    const other = on(5, ['get/stable'], { target: { baseUrl: 'https://eu.example.com/v1' } });
    try {
      for (const made of [history, historyOf([...sample, other], [], all)]) {
        const { page, heard } = await opened(browser, historyHtml(made), {
          viewport: { width: 380, height: 900 },
        });
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(380);
        expect(await brokenRules(page)).toEqual([]);
        expect(heard).toEqual([]);
        await page.close();
      }
    } finally {
      await browser.close();
    }
  },
);

test('a run that did not select a requirement says nothing on it', () => {
  const partial = reportWith([], { selected: without('get/stable') });
  const run = historyRunOf(
    { ...partial, run: { ...partial.run, startedAt: '2026-01-09T10:00:00.000Z' } },
    'p',
    null,
  );
  const made = historyOf([...sample, run], [], all);
  expect(made.targets[0]?.rows.find(({ id }) => id === 'get/stable')?.now).toBe('violated');
});
