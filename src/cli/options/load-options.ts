import { defaulted, flag, list, type Options, single } from './option.ts';
import * as value from './values.ts';

const load = 'Load:';
const bounds = 'Bounds:';
const ofLoad = { scope: 'file', repeated: 'whole run' } as const;
const shards = 'Shards:';
const zero = value.duration('zero allowed');

export const loadOptions = {
  rate: single(
    load,
    value.rate,
    'requests per second, evenly spaced (open loop); without it each connection sends as soon as the last response arrived (closed loop)',
    ofLoad,
  ),
  connections: single(load, value.wholeNumber('N', 1, 10_000), 'concurrent connections, at most', {
    ...ofLoad,
    otherwise: '50; with --rate twice the rate, 100 to 2000',
  }),
  duration: defaulted(load, value.duration(), '30s', 'how long to measure', ofLoad),
  warmup: defaulted(load, zero, '0s', 'load before the measurement, not part of its results', ofLoad),
  ramp: defaulted(load, zero, '0s', 'how long the load ramps up, before the warm-up', ofLoad),
  mix: single(load, value.mix, 'the weight of each operation', {
    ...ofLoad,
    otherwise: 'list=70,get=20,create=10',
  }),
  'max-creations': defaulted(
    bounds,
    value.wholeNumber('N', 1, 1e9),
    '10000',
    'create at most N animals, which can not be deleted; the load ends there',
    ofLoad,
  ),
  'beyond-limit': flag(
    bounds,
    'exceed the limit of the key: 429s are counted, and the key may be banned',
    ofLoad,
  ),
  shard: single(
    shards,
    value.shard,
    'make one shard of the load, e.g. 3/8; "load merge" makes the report of all',
    {
      scope: 'command line',
    },
  ),
  'start-at': single(
    shards,
    value.time,
    'when all shards start, e.g. 2030-01-01T12:00:00Z or seconds since 1970; the same for each of them',
    { scope: 'command line', otherwise: 'with --workers as soon as all are ready' },
  ),
  objective: list(
    'Verdict:',
    value.text('RULE'),
    "an objective of the load, e.g. 'p99<250ms', 'errors<0.1%', 'rate>=500/s', 'get.p99.9<1s'",
    ofLoad,
  ),
} as const satisfies Options;
