import { describe, expect, test } from 'vitest';
import { canRedraw, wantsColor } from '../../src/cli/screen.ts';
import { recordingScreen } from './recording-screen.ts';

describe('colour', () => {
  test.each([
    [{}, true, true],
    [{}, false, false],
    [{ NO_COLOR: '1' }, true, false],
    [{ NO_COLOR: '' }, true, true],
    [{ FORCE_COLOR: '1' }, false, true],
    [{ FORCE_COLOR: '' }, false, true],
    [{ FORCE_COLOR: '0' }, true, false],
    [{ FORCE_COLOR: 'false' }, true, false],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, false, true],
    [{ TERM: 'dumb' }, true, false],
  ])('with %j, terminal %s: %s', (environment, isTerminal, color) => {
    expect(wantsColor(environment, isTerminal)).toBe(color);
  });
});

describe('drawing lines again', () => {
  test.each([
    [{}, true, true],
    [{}, false, false],
    [{ CI: 'true' }, true, false],
    [{ CI: 'false' }, true, true],
    [{ TERM: 'dumb' }, true, false],
  ])('with %j, terminal %s: %s', (environment, isTerminal, redraw) => {
    expect(canRedraw(recordingScreen(isTerminal), environment)).toBe(redraw);
  });
});
