import { describe, expect, it } from 'vitest';
import type { Shape } from '../watchers/exchanges.ts';
import { deviations } from './deviations.ts';
import { creation, findings, flagged, large, reading, unicode } from './shapes.ts';
import { runTag } from './traffic.ts';

describe('one deviation', () => {
  it.each(deviations)('%s', (_name, shapes, expected) => {
    expect(flagged(...shapes)).toEqual(expected);
  });

  it.each([
    ['another category than the least plain one', '1', '9', 'create/echoes-fields'],
    ['the largest number of sixteen bits for a larger one', '5000000000', '65535', 'create/int64-exact'],
    ['a number that no small type makes of a larger one', '5000000000', '65537', 'create/echoes-fields'],
    ['the least plain category for a larger one', '5000000000', '1', 'create/echoes-fields'],
  ])(
    'in an echo is distinguished from the effect of a small type: %s',
    (_what, sent, received, requirement) => {
      expect(flagged(creation({ categoryId: sent }, { categoryId: received }))).toEqual([
        `${requirement} categoryId-differs`,
      ]);
    },
  );

  it('in what was stored is found by a reading: a name that was echoed well', () => {
    const stored = { name: `"${runTag}1z ?? Zo?"` };
    expect(flagged(creation({ name: unicode }), reading(stored))).toEqual([
      'get/returns-created name-differs',
      'create/text-exact name-stored-changed',
    ]);
  });

  it('in what was stored is found by a reading: a categoryId that was echoed well', () => {
    const stored = { categoryId: `${2n ** 53n}` };
    expect(flagged(creation({ categoryId: large }), reading(stored))).toEqual([
      'get/returns-created categoryId-differs',
      'create/int64-exact categoryId-stored-changed',
    ]);
  });

  it('has its own wording, and cites its exchanges', () => {
    const stored: [string, Shape[], string[]][] = [
      ['', [creation({ name: unicode }), reading({ name: '"x"' })], []],
      ['', [creation({ name: unicode }), reading({ name: '' })], []],
      ['', [creation({ categoryId: large }), reading({ categoryId: '5' })], []],
    ];
    const said = new Map<string, string>();
    for (const [, shapes] of [...deviations, ...stored]) {
      for (const { requirement, kind, message, expected, actual, related } of findings(...shapes)) {
        const others = related.map(({ role, exchange }) => ` See ${exchange}, ${role}.`).join('');
        const text = `${message}. Expected: ${expected}. Came: ${actual}.${others}`;
        said.set(`${requirement} ${kind}${related.length}`, `${requirement} (${kind}): ${text}`);
      }
    }
    expect([...said.values()].sort()).toMatchSnapshot();
  });
});
