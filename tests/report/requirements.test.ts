import { expect, test } from 'vitest';
import { requirements } from '../../suites/requirements.ts';

test('ids, levels, the catalogue that added them and their order never change', () => {
  const added = (since: number) => (since === 1 ? '' : ` since ${since}`);
  expect(requirements.map(({ id, level, since }) => `${level} ${id}${added(since)}`)).toMatchSnapshot();
});

test('the catalogue has 97 requirements, no id twice', () => {
  expect(new Set(requirements.map(({ id }) => id)).size).toBe(97);
});

test('every id is group/name, and a group is contiguous', () => {
  const groups = requirements.map(({ id }) => id.slice(0, id.indexOf('/')));
  const changes = groups.filter((group, index) => group !== groups[index - 1]);
  expect(changes).toEqual([
    'auth',
    'list',
    'create',
    'get',
    'responses',
    'errors',
    'rate',
    'quota',
    'version',
    'store',
  ]);
  for (const { id } of requirements) {
    expect(id).toMatch(/^[a-z]+\/[a-z0-9-]+$/);
  }
});

test('every statement is one sentence of its own', () => {
  const statements = requirements.map(({ statement }) => statement);
  expect(new Set(statements).size).toBe(statements.length);
  for (const statement of statements) {
    expect(statement).toMatch(/^[A-Z].{15,180}\.$/);
  }
});
