import { expect, test } from 'vitest';
import { requirements } from '../../suites/requirements.ts';

test('ids, levels, the catalogue that added them and their order never change', () => {
  const added = (since: number) => (since === 1 ? '' : ` since ${since}`);
  expect(requirements.map(({ id, level, since }) => `${level} ${id}${added(since)}`)).toMatchSnapshot();
});
