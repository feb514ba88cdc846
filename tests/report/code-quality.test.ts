import { expect, test } from 'vitest';
import { renderCodeQuality } from '../../src/report/code-quality.ts';
import { faultless, found, madeReport } from './made-up-run.ts';

const entriesOf = (report: Parameters<typeof renderCodeQuality>[0]) => JSON.parse(renderCodeQuality(report));

test('the same violation has the same fingerprint in every run', () => {
  const of = (seed: number, message: string) =>
    entriesOf(madeReport([...faultless(), found('list/unique-ids', 1, { message })], { seed }))[0]
      .fingerprint;
  expect(of(1, 'id 4 twice')).toBe(of(2, 'id 5 twice'));
});
