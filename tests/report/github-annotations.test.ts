import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderAnnotations } from '../../src/report/artifacts/github-annotations.ts';
import { requirements } from '../../suites/requirements.ts';
import { propertyRuns } from '../property-runs.ts';
import { arbitraryReport } from './arbitrary-run.ts';
import { faultless, found, functionalIds, madeReport } from './made-up-run.ts';

/** Reads a workflow command as the runner does. */
function read(line: string): { title: string; message: string } {
  const [, title = '', message = ''] = /^::error title=([^,:]*)::(.*)$/s.exec(line) ?? [];
  const unescaped = (text: string) =>
    text
      .replaceAll('%0D', '\r')
      .replaceAll('%0A', '\n')
      .replaceAll('%3A', ':')
      .replaceAll('%2C', ',')
      .replaceAll('%25', '%');
  return { title: unescaped(title), message: unescaped(message) };
}

const linesOf = (text: string) => text.split('\n').slice(0, -1);

describe('annotations of GitHub Actions', () => {
  test('are at most ten lines, each one command, whatever the service sent', () => {
    fc.assert(
      fc.property(arbitraryReport, (report) => {
        const lines = linesOf(renderAnnotations(report));
        expect(lines.length).toBeLessThanOrEqual(10);
        for (const line of lines) {
          expect(line).not.toMatch(/(?!\t)\p{Cc}/u);
          expect(read(line).title).not.toBe('');
        }
      }),
      { numRuns: propertyRuns(60) },
    );
  });

  test('the most severe are first, and a tenth line has the number of the others', () => {
    const should = requirements
      .filter(({ level }) => level === 'SHOULD')
      .map(({ id }) => id)
      .filter((id) => functionalIds.includes(id));
    const must = requirements
      .filter(({ level }) => level === 'MUST')
      .map(({ id }) => id)
      .slice(0, 7);
    const events = [...should, ...must].map((id) => found(id, 1, { message: '100% of\n::error::them' }));
    const report = madeReport([...faultless(), ...events], { failOn: 'should' });
    const read9 = linesOf(renderAnnotations(report)).map(read);
    expect(read9.slice(0, 7).map(({ title }) => title)).toEqual(must.map((id) => `${id} (MUST)`));
    expect(read9.slice(7, 9).every(({ title }) => title.endsWith('(SHOULD)'))).toBe(true);
    expect(read9[0]?.message).toContain(
      'Finding:      100% of\n::error::them\nExpected:     at most 1 animal\nReceived:     3 animals',
    );
    expect(read9[9]).toEqual({
      title: 'more failures',
      message: `${must.length + should.length - 9} more failures: see the step summary and report.json`,
    });
  });
});
