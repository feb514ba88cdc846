import { describe, expect, it } from 'vitest';
import { startWatch } from '../../src/watchers/start-watch.ts';
import { context, exchange, type Shape } from '../watchers/exchanges.ts';
import { creation, findings, flagged, noPet, reading } from './shapes.ts';

const during = (shape: Shape): Shape => ({ ...shape, across: 'during' });
const afterwards = (shape: Shape): Shape => ({ ...shape, across: 'after' });
const lost = (shape: Shape): Shape =>
  during({ ...shape, response: null, failure: { code: 'reset', detail: 'closed without a response' } });

describe('an animal across a restart', () => {
  it('may be gone, also if it was created meanwhile', () => {
    expect(flagged(creation(), reading(), afterwards(noPet), afterwards(noPet))).toEqual([]);
    expect(flagged(during(creation()), afterwards(noPet))).toEqual([]);
  });

  it('may not be denied meanwhile if it is there later', () => {
    const [finding, ...others] = findings(creation(), reading(), during(noPet), afterwards(reading()));
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ requirement: 'get/stable', kind: 'not-found-meanwhile', exchange: 3 });
    expect(finding?.related).toEqual([
      { role: 'creation', exchange: 1 },
      { role: 'found later', exchange: 4 },
    ]);
    expect(flagged(creation(), during(noPet), during(reading()))).toEqual([
      'get/returns-created not-found-meanwhile',
    ]);
  });

  it('may be denied by a response that overlaps with the one that finds it', () => {
    const slow = during({ ...reading(), sentAtMs: 25, durationMs: 40 });
    expect(flagged(creation(), reading(), { ...during(noPet), sentAtMs: 30 }, slow)).toEqual([]);
    expect(
      flagged(creation(), reading(), { ...during(noPet), sentAtMs: 30 }, slow, afterwards(reading())),
    ).toEqual(['get/stable not-found-meanwhile']);
  });

  it('must stay if it was created afterwards', () => {
    expect(flagged(afterwards(creation()), afterwards(noPet))).toEqual(['get/returns-created not-found']);
  });

  it('has no id of an earlier one', () => {
    expect(flagged(creation(), afterwards(noPet), afterwards(creation()))).toEqual([
      'create/unique-ids id-given-twice',
    ]);
  });
});

describe('a creation without a response', () => {
  it('may be carried out or not', () => {
    expect(flagged(lost(creation()), afterwards(noPet))).toEqual([]);
    expect(flagged(lost(creation()), afterwards(reading()))).toEqual([]);
  });

  it('is not carried out in part', () => {
    expect(flagged(lost(creation()), afterwards(reading({ categoryId: '0' })))).toEqual([
      'get/returns-created categoryId-differs',
    ]);
    expect(flagged(lost(creation()), afterwards(reading({ status: '' })))).toEqual([
      'get/returns-created status-differs',
    ]);
  });

  it('may change its status, which no operation changes and no document forbids', () => {
    expect(flagged(lost(creation()), afterwards(reading({ status: '"pending"' })))).toEqual([]);
  });
});

describe('what is seen while nothing responds', () => {
  const outages: readonly Shape[] = [
    { response: null, failure: { code: 'refused', detail: 'connection refused' } },
    { status: 503, answer: '<h1>Service Unavailable</h1>', received: { 'Content-Type': 'text/html' } },
    { status: 500, answer: '' },
  ];
  const kindsOf = (...shapes: readonly Shape[]) => {
    const watch = startWatch(context);
    return shapes.flatMap((shape, index) =>
      watch.see(exchange({ number: index + 1, ...shape })).findings.map(({ requirement }) => requirement),
    );
  };

  it('proves nothing', () => {
    expect(kindsOf(...outages.map(during))).toEqual([]);
    expect(kindsOf(...outages.map(afterwards))).not.toEqual([]);
  });

  it('but a 404 page is a statement', () => {
    const page = {
      target: '/pets/5',
      status: 404,
      answer: '<h1>Not Found</h1>',
      received: { 'Content-Type': 'text/html' },
    };
    expect(kindsOf(during(page))).toContain('errors/body-shape');
  });
});
