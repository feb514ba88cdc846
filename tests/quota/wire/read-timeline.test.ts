import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readTimeline } from '../../../src/quota/wire/read-timeline.ts';
import { columns, TimelineWriter } from '../../../src/quota/wire/timeline-writer.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { caseOf } from '../judge/case-of.ts';

it('reads what was written of a plan, and leaves out lines that are no entries', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'timeline.ndjson');
  const written = caseOf([
    { sentAtMs: 1.25, remaining: 59, cached: true, place: 2 },
    { sentAtMs: 20, status: 429, retryAfterForm: 'seconds', retryAfterMs: 3_000 },
  ]).timeline;
  const writer = new TimelineWriter(path);
  await writer.append('free', written, 0, 2);
  await writer.append('pro', written, 0, 2);
  await writer.close();
  const whole = columns.map((name) => ({ ...written.at(0), plan: 'free', page: 0, cached: 0 })[name] ?? 0);
  const withOther = (name: (typeof columns)[number], value: unknown) =>
    JSON.stringify(whole.map((one, index) => (columns[index] === name ? value : one)));
  const damaged = [
    withOther('sentAtMs', 'soon'),
    withOther('operation', 'deletePet'),
    withOther('phase', '__proto__'),
    withOther('retryAfterForm', null),
    JSON.stringify(whole.slice(1)),
    '{"plan":"free"}',
    '["free",1,',
  ];
  appendFileSync(path, damaged.join('\n'));
  const read = await readTimeline(path, 'free');
  const entries = [0, 1].map((index) => ({ page: false, place: 0, ...written.at(index) }));
  expect(Array.from({ length: read.length }, (_, index) => read.at(index))).toEqual(entries);
});
