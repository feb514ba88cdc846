import { describe, expect, test } from 'vitest';
import { endOfMeasurement } from '../../src/runner/end-of-measurement.ts';
import { RunStopped } from '../../src/target/target.ts';

describe('why a measurement did not come to its end', () => {
  test('it did', () => {
    expect(endOfMeasurement({ problem: null, stopped: null })).toBeNull();
  });

  test.each([
    [
      401,
      /^the key quota-key-2 is refused: it is answered 401; give a key of this environment with --quota-key$/,
    ],
    [403, /is refused: it is answered 403/],
    [503, /^the first request of quota-key-2 was not served: it is answered 503; run again when it is$/],
    [0, /was not served: no answer came/],
  ])('its key can not be used: %i', (status, reason) => {
    const ended = endOfMeasurement({ problem: { key: 2, status }, stopped: null });
    expect(ended?.outcome).toBe('inconclusive');
    expect(ended?.reason).toMatch(reason);
  });

  test('what the user bounded is skipped, what he broke off is not decided', () => {
    const end = (reason: 'max-requests' | 'max-time' | 'interrupted') =>
      endOfMeasurement({ problem: null, stopped: new RunStopped(reason, 'told otherwise') });
    expect(end('max-requests')).toMatchObject({ outcome: 'skipped' });
    expect(end('max-requests')?.reason).toContain('--max-requests');
    expect(end('max-time')?.reason).toContain('--max-time');
    expect(end('interrupted')).toEqual({
      outcome: 'inconclusive',
      reason: 'the measurement was interrupted; run it again to its end',
    });
  });
});
