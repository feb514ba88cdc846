import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { every } from '../test-seed.ts';

/** The default maximum length of a body. */
const length = 4_000_000;
/** Usually about 500 ms; other machines may be several times slower. */
const mostCpuMs = 3_000;
/** Usually less than 50 MB beside the text itself, uncollected garbage included. */
const mostMegabytes = 150;

/** Bodies repeat one of these: lists of bytes of every kind, and other encodings. */
const units = [
  ...['97,', '75,113,', '101 78 ', '"8":75,', '[1] => 75\n', '75\n113\n', '0113,', '01001011 '],
  ...['4b 71 ', '0x4b, ', '\\u{4b}', '75 00 ', 'CHAR(75)+', '4b4b4b 4b4b4b!'],
  ...['%4b%71', '\\u004b', '&#75;', '%25', 'K\0', 'S3E3dzk4\r\n'],
];

test('searching a body of the maximum length takes bounded CPU and memory', () => {
  for (const unit of every(6, units)) {
    const [cpuMs = 0, megabytes = 0] = JSON.parse(
      execFileSync(process.execPath, [...asTheCommandDoes, '--input-type=module', '-e', measuring], {
        env: { ...process.env, UNIT: unit.replaceAll('\0', '<NUL>'), LENGTH: String(length) },
        encoding: 'utf8',
      }),
    ) as readonly number[];
    expect.soft(cpuMs, `ms of CPU for ${JSON.stringify(unit)}`).toBeLessThan(mostCpuMs);
    expect.soft(megabytes, `MB for ${JSON.stringify(unit)}`).toBeLessThan(mostMegabytes);
  }
});

const asTheCommandDoes = ['--max-semi-space-size=2', '--heap-growing-percent=50'];
const measuring = `
  import { Redactor } from '${new URL('../../dist/src/secrets/redaction.js', import.meta.url).href}';
  const unit = process.env.UNIT.replaceAll('<NUL>', String.fromCharCode(0));
  const text = Buffer.alloc(Number(process.env.LENGTH), unit, 'latin1').toString('latin1');
  const redactor = new Redactor([{ value: 'Kq7x2mW9_Bv4nT8rL6d', shownAs: '$KEY' }]);
  const held = process.memoryUsage.rss();
  const before = process.cpuUsage();
  redactor.redactionOfBody(text);
  const { user, system } = process.cpuUsage(before);
  const most = process.resourceUsage().maxRSS * 1024;
  console.log(JSON.stringify([(user + system) / 1e3, (most - held) / 1e6]));
`;
