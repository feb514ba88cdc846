import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { carriedOut } from './carried-out.ts';

const folder = tmpdir();

test('explain prints a requirement, as JSON for programs', async () => {
  const { status, output, messages } = await carriedOut(['explain', 'get/stable', '--format', 'json'], {
    folder,
  });
  expect({ status, messages }).toEqual({ status: 0, messages: '' });
  expect(JSON.parse(output)).toMatchObject({ id: 'get/stable', level: 'MUST', needs: [], alsoRight: null });
});
