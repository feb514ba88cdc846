import { expect, test } from 'vitest';
import { faultNamed } from '../../reference-impl/index.ts';
import { runCommand } from './command.ts';
import { folder, run, startService } from './run-service.ts';

test('a finding still fails, then no longer does, and then nobody answers', async () => {
  const fault = faultNamed('limit-plus-one');
  const broken = await startService({ decorate: (parts) => fault?.apply(parts) ?? parts });
  const mended = await startService();
  const only = ['--only', 'list/limit-bounds-count', '--effort', 'smoke', '--seed', '5'];
  const made = await run(broken.baseUrl, broken.keys.enterprise, ...only);
  expect(made.status, made.output + made.messages).toBe(1);
  const replay = (key: string, ...args: string[]) =>
    runCommand(['replay', 'out', ...args], { folder, environment: { ANIMAL_STORE_API_KEY: key } });

  const before = broken.seen.length;
  const still = await replay(broken.keys.enterprise);
  expect(still.status, still.output + still.messages).toBe(1);
  expect(still.output).toMatch(
    /^list\/limit-bounds-count {2}still fails\n {2}A list of 2 animals came where 1 /,
  );
  expect(broken.seen.slice(before).map(({ path }) => path)).toEqual(['v1/pets']);

  const there = ['list/limit-bounds-count', '--base-url', mended.baseUrl];
  const gone = await replay(mended.keys.enterprise, ...there);
  expect(gone.status, gone.output + gone.messages).toBe(0);
  expect(gone.output).toMatch(/^list\/limit-bounds-count {2}no longer fails\n {2}its check passes now, by /);

  const nobody = await replay('kQ7zR2mWx9', '--all', '--base-url', 'http://127.0.0.1:1/v1');
  expect(nobody.status, nobody.output + nobody.messages).toBe(3);
  expect(nobody.output).toMatch(/^list\/limit-bounds-count {2}can't be told\n {2}.*nothing listens there/);
  expect(still.messages + gone.messages + nobody.messages).not.toContain(mended.keys.enterprise);

  const refused = await replay('kQ7zR2mWx9', 'list/safe');
  expect({ status: refused.status, output: refused.output }).toEqual({ status: 2, output: '' });
  expect(refused.messages).toContain(
    '"out" holds no finding of list/safe: it is skipped there; findings are there of list/limit-bounds-count',
  );
});
