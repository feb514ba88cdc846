import { expect, test } from 'vitest';
import { loadDeclaration, runDeclaration } from '../../src/cli/commands/service-commands.ts';
import type { Options } from '../../src/cli/options/option.ts';

// An option that is not repeated is lost; each of these concerns one run, or has another form.
test('every option of a run or a load is repeated but these', () => {
  const lost = (options: Options) =>
    Object.entries(options).flatMap(([name, { repeated: purpose }]) => (purpose === 'never' ? [name] : []));
  const once = ['api-key', 'seed', 'report-dir', 'output'];
  expect(lost(runDeclaration.options).toSorted()).toEqual([...once, 'print-waivers', 'dry-run'].toSorted());
  expect(lost(loadDeclaration.options).toSorted()).toEqual([...once, 'shard', 'start-at', 'out'].toSorted());
});
