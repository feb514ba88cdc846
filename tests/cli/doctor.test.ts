import { expect, test } from 'vitest';
import { carriedOut } from './carried-out.ts';
import { folder, inOwnFolders, startService } from './run-service.ts';

inOwnFolders();

test('doctor tells people what it found, and programs every event and the result', async () => {
  const service = await startService();
  const environment = { ANIMAL_STORE_API_KEY: service.keys.enterprise };
  const doctor = (...args: string[]) =>
    carriedOut(['doctor', service.baseUrl, ...args], { folder, environment });
  const [people, programs, refused] = await Promise.all([
    doctor(),
    doctor('--output=json', '--read-only'),
    doctor('--api-key', 'kQ7zR2mWx9'),
  ]);
  expect(people.status, people.output + people.messages).toBe(0);
  expect(people.output).toMatch(
    /^ok {7}category {5}categoryId 1 accepted\n\nReady to run\.\n3 requests sent, 2 /m,
  );
  expect(people.output.split('\n').filter((line) => line.length > 80)).toEqual([]);
  expect(people.messages).toBe('');

  const events = programs.output
    .trimEnd()
    .split('\n')
    .map((line): { type: string } => JSON.parse(line));
  expect(events[0]?.type).toBe('exchange');
  expect(events.at(-1)).toMatchObject({
    type: 'result',
    exitStatus: 0,
    ready: true,
    requests: 1,
    created: [],
  });
  expect(programs.messages).toMatch(/^ok +key +accepted$/m);

  expect(refused.status).toBe(3);
  expect(refused.output).toMatch(
    /^problem {2}key {10}the key is refused.*\n +→ pass the key of this environment/m,
  );
  expect(refused.output + refused.messages).not.toContain('kQ7zR2mWx9');
  expect(service.seen.filter(({ method }) => method === 'POST')).toHaveLength(2);
});
