import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { faultNamed } from '../../reference-impl/index.ts';
import type { RunEvent } from '../../src/verdict/run-event.ts';
import { exchange, exchanged, foldRun, found, runFinished, runStarted } from '../report/made-up-run.ts';
import { carriedOut } from './carried-out.ts';
import { folder, inOwnFolders, run, startService } from './run-service.ts';

inOwnFolders();

test('a finding still fails, then no longer fails, then the service does not respond', async () => {
  const fault = faultNamed('limit-plus-one');
  const broken = await startService({ decorate: (parts) => fault?.apply(parts) ?? parts });
  const fixed = await startService();
  const only = ['--only', 'list/limit-bounds-count', '--effort', 'smoke', '--seed', '5'];
  const made = await run(broken.baseUrl, broken.keys.enterprise, ...only);
  expect(made.status, made.output + made.messages).toBe(1);
  const replay = (key: string, ...args: string[]) =>
    carriedOut(['replay', 'out', ...args], { folder, environment: { ANIMAL_STORE_API_KEY: key } });

  const before = broken.seen.length;
  const still = await replay(broken.keys.enterprise);
  expect(still.status, still.output + still.messages).toBe(1);
  expect(still.output).toMatch(
    /^list\/limit-bounds-count {2}still fails\n {2}A list contains 2 animals; at most 1 is allowed/,
  );
  expect(still.output.split('\n').every((line) => line.length <= 80)).toBe(true);
  expect(broken.seen.slice(before).map(({ path }) => path)).toEqual(['v1/pets']);

  writeFileSync(join(folder, 'keys.yaml'), `baseUrl: ${broken.baseUrl}\napiKey: { env: STAGING_KEY }\n`);
  const byFile = await carriedOut(['replay', 'out', '--config', 'keys.yaml'], {
    folder,
    environment: { STAGING_KEY: broken.keys.enterprise },
  });
  expect(byFile.status, byFile.output + byFile.messages).toBe(1);

  const there = ['list/limit-bounds-count', '--base-url', fixed.baseUrl];
  const gone = await replay(fixed.keys.enterprise, ...there);
  expect(gone.status, gone.output + gone.messages).toBe(0);
  expect(gone.output).toMatch(/^list\/limit-bounds-count {2}no longer fails\n {2}its check passes now, by /);

  const nobody = await replay('kQ7zR2mWx9', '--base-url', 'http://127.0.0.1:1/v1');
  expect(nobody.status, nobody.output + nobody.messages).toBe(3);
  expect(nobody.output).toMatch(/^list\/limit-bounds-count {2}inconclusive\n {2}.*nothing listens there/);
  expect(still.messages + gone.messages + nobody.messages).not.toContain(fixed.keys.enterprise);

  const refused = await replay('kQ7zR2mWx9', 'list/safe');
  expect({ status: refused.status, output: refused.output }).toEqual({ status: 2, output: '' });
  expect(refused.messages).toContain(
    '"out" holds no finding of list/safe, which is skipped; it has findings of list/limit-bounds-count',
  );
});

test('what takes the requests of other checks is not taken for fixed where its own check passes', async () => {
  const fault = faultNamed('limit-plus-one');
  let isBroken = false;
  const service = await startService({
    decorate: (parts) => ({
      ...parts,
      handle: async (request, all) => {
        const isOne = request.query.get('limit') === '1' && request.headers.authorization !== undefined;
        const answer = await parts.handle(request, isBroken && isOne ? (fault?.apply(all) ?? all) : all);
        isBroken = answer.status === 401 || (isBroken && !isOne);
        return answer;
      },
    }),
  });
  const key = service.keys.enterprise;
  const only = ['--only', 'list/limit-bounds-count', '--only', 'auth/missing-key'];
  const made = await run(service.baseUrl, key, ...only, '--effort', 'smoke', '--seed', '5');
  expect(made.status, made.output + made.messages).toBe(1);
  isBroken = false;
  const again = await carriedOut(['replay', 'out'], { folder, environment: { ANIMAL_STORE_API_KEY: key } });
  expect(again.messages).toMatch(
    /seed 5: list\/limit-bounds-count\n.*seed 5: auth\/missing-key, list\/limit-bounds-count\n/s,
  );
  expect(again.status, again.output + again.messages).toBe(1);
  expect(again.output).toMatch(/^list\/limit-bounds-count {2}still fails\n/);
});

test('a finding that no replay decides has the command that does', async () => {
  const service = await startService();
  const environment = { ANIMAL_STORE_API_KEY: service.keys.enterprise };
  const replay = (...events: readonly RunEvent[]) => {
    writeFileSync(join(folder, 'report.json'), JSON.stringify(foldRun(events)));
    return carriedOut(['replay', 'report.json', '--base-url', service.baseUrl], { folder, environment });
  };

  const exceeded = 'quota/never-exceeded';
  const planLimits = ['--quota-key', 'free=$ANIMAL_STORE_QUOTA_KEY_1'];
  const argv = { target: 'http://127.0.0.1:8080/v1', checks: [], planLimits, wholeRun: [] };
  const unmeasured = await replay(
    runStarted({ argv, selected: [exceeded] }),
    exchanged(exchange(1, exceeded)),
    found(exceeded, 1),
    runFinished(),
  );
  expect(unmeasured.status, unmeasured.messages).toBe(3);
  expect(unmeasured.output).toBe(
    `${exceeded}  inconclusive\n` +
      '  no single request shows it, and a report contains no keys: pass --quota-key\n' +
      '  PLAN=KEY, or measure it again with\n' +
      `    npx animal-store-conformance run ${service.baseUrl} --quota-key "free=$ANIMAL_STORE_QUOTA_KEY_1" ` +
      `--only '${exceeded}' --seed 42 --effort normal\n`,
  );
  expect(service.seen).toEqual([]);

  const refused = 'auth/valid-key-accepted';
  const load = 'animal-store-conformance load http://127.0.0.1:8080/v1 --rate 100';
  const alone = await replay(
    runStarted({ kind: 'load', command: load }),
    exchanged(exchange(1, refused)),
    found(refused, 1),
    runFinished(),
  );
  expect(alone.status, alone.messages).toBe(3);
  expect(alone.output).toBe(
    `${refused}  inconclusive\n` +
      '  it occurred under load and does not occur without it; repeat the load with\n' +
      `    animal-store-conformance load ${service.baseUrl} --rate 100\n`,
  );
});
