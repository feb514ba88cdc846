import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { displayWidth } from '../../src/report/terminal/layout.ts';
import { renderTerminal } from '../../src/report/terminal.ts';
import type { RunEvent } from '../../src/verdict/run-event.ts';
import { requirements } from '../../suites/requirements.ts';
import { propertyRuns } from '../property-runs.ts';
import { arbitraryReport } from './arbitrary-run.ts';
import {
  exchange,
  exchanged,
  faultless,
  found,
  functionalIds,
  madeReport,
  runFinished,
} from './made-up-run.ts';

const plain = { columns: 80, color: false } as const;

function ending(events: readonly RunEvent[], interrupted: string | null = null): string {
  return renderTerminal(madeReport(events, {}, runFinished(interrupted)), plain);
}

test('a run without a fault', () => {
  const wait: RunEvent = { type: 'wait', reason: 'allowance', durationMs: 1_200 };
  const created: RunEvent = { type: 'animal-created', id: '1', name: 'Bo', exchange: 1 };
  const report = madeReport([...faultless(), wait, created]);
  expect(renderTerminal(report, { ...plain, reportPath: '/tmp/reports/1/index.html' })).toMatchSnapshot();
});

test('a run with faults', () => {
  const body = '{"name":7,"categoryId":9007199254740993}';
  const request = { ...exchange(1, 'x').request, method: 'POST', target: '/pets', body };
  const events: RunEvent[] = [
    ...faultless(),
    exchanged(exchange(200, 'create/wrong-name-type', { request })),
    exchanged(exchange(201, 'list/limit-bounds-count')),
    exchanged(exchange(202, 'list/limit-bounds-count')),
    found('create/wrong-name-type', 200, {
      kind: 'status-201',
      message: 'A creation whose name is a number returned 201.',
      expected: '400 with an Error body',
      actual: '201',
    }),
    found('create/wrong-name-type', 201, {
      kind: 'other',
      message: 'A creation whose name is an array returned 201.',
    }),
    found('list/limit-bounds-count', 201),
    found('list/limit-bounds-count', 202),
    found('auth/challenge', 3, {
      message: 'The 401 carries no WWW-Authenticate header.',
      actual: 'no such header',
    }),
    {
      type: 'check-finished',
      requirement: 'get/stable',
      outcome: 'inconclusive',
      reason: 'every category was refused; name one that exists with --category-id',
    },
    {
      type: 'check-finished',
      requirement: 'get/status-stable',
      outcome: 'inconclusive',
      reason: 'every category was refused; name one that exists with --category-id',
    },
  ];
  expect(ending(events)).toMatchSnapshot();
});

test('a run that could not start', () => {
  const step = {
    name: 'reachable',
    outcome: 'problem',
    text: 'http://127.0.0.1:8080/v1 refuses connections.',
    remedy: 'start the service, or check the port',
  } as const;
  expect(ending([{ type: 'preflight', step }])).toMatchSnapshot();
});

test('many failures take a line each, beyond the first few', () => {
  const output = ending(functionalIds.map((id, index) => found(id, index + 1, { kind: `kind-${index}` })));
  expect(output.match(/^FAILED {2}.*$/gm)).toHaveLength(9);
  const [, failed = '', warned = ''] =
    /^FAILED {2}\d+ more: see the report\n([\s\S]+?)\n\nWARNED {2}\d+ more: see the report\n([\s\S]+?)\n\n/m.exec(
      output,
    ) ?? [];
  const levels = (lines: string) =>
    new Set(
      [...lines.matchAll(/^ {2}(\S+\/\S+)/gm)].map(
        ([, id]) => requirements.find((row) => row.id === id)?.level,
      ),
    );
  expect([...levels(failed)]).toEqual(['MUST']);
  expect([...levels(warned)]).toEqual(['SHOULD']);
  expect(output.split('\n').length).toBeLessThan(260);
});

describe('whatever the service sent', () => {
  const columns = fc.integer({ min: 20, max: 160 });

  test('no escape sequence and no control character reaches the terminal', () => {
    fc.assert(
      fc.property(arbitraryReport, columns, (report, width) => {
        const output = renderTerminal(report, { columns: width, color: false });
        expect(output).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
        const colored = renderTerminal(report, { columns: width, color: true });
        // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what colours are made of
        expect(colored.replace(/\u001b\[\d+m/g, '')).toBe(output);
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  // At 40 columns: 3 for the requirement, 2 each for before, found, expected and came, 2 for the exchange, 5 for curl,
  // 7 to run again, 3 for other ways.
  const mostLines = 28;

  test('a failed requirement takes about 15 lines, none but commands and the table wider than the terminal', () => {
    fc.assert(
      fc.property(arbitraryReport, columns, (report, width) => {
        const output = renderTerminal(report, { columns: width, color: false });
        for (const block of output.split('\n\n').filter((text) => /^FAILED {2}\S+\//.test(text))) {
          expect(block.split('\n').length).toBeLessThanOrEqual(mostLines);
        }
        for (const line of output
          .split('\n')
          .filter((text) =>
            /^ {2}(Finding|Expected|Received|Request|Response|Also|Likely owner) /.test(text),
          )) {
          expect(displayWidth(line)).toBeLessThanOrEqual(Math.max(40, width));
        }
      }),
      { numRuns: propertyRuns(100) },
    );
  });
});
