import { expect, test } from 'vitest';
import { baselineOf } from '../../src/compare/baseline.ts';
import { renderAnnotations } from '../../src/report/artifacts/github-annotations.ts';
import { renderJunit } from '../../src/report/artifacts/junit.ts';
import { renderSummary } from '../../src/report/artifacts/summary.ts';
import { renderHtml } from '../../src/report/html.tsx';
import { reportWith } from '../compare/made-up-reports.ts';
import { waiver } from '../waivers/made-up-waiver.ts';
import { bodyShape, known, limit, run, target, terminal } from './known-failures.ts';

test('every format shows failures that are known apart', () => {
  const report = reportWith([bodyShape, 'list/unique-ids', 'get/stable'], {
    baseline: baselineOf(reportWith(['get/stable', limit]), 'main.json', target),
    waivers: [
      known,
      waiver({ requirement: 'list/safe' }),
      waiver({ requirement: limit, expires: '2025-12-31' }),
    ],
  });
  expect(terminal(report)).toMatchSnapshot();
  expect(renderSummary(report)).toMatchSnapshot();
  expect(
    renderJunit(report).match(/<testsuites.*>|<testcase.*>\n\s*<(?:skipped|failure).*/g),
  ).toMatchSnapshot();
  expect(renderAnnotations(report)).toMatchSnapshot();
  const headings = renderHtml(report).match(/<h2>(?:Waive|Fail|Fixed).*?<\/h2>/g);
  expect(headings?.map((heading) => heading.replace(/<[^>]+>/g, ''))).toEqual([
    ...['Failed 1', 'Waived 2', 'Fixed 1', 'Waivers 3', 'Waivers for these failures 1'],
  ]);
  expect(renderJunit(run([], { waivers: [known] }))).toMatch(
    /failures="1".*<testcase classname="animal-store-conformance\.waivers"/s,
  );
});
