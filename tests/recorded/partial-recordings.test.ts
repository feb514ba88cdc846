import { expect, test } from 'vitest';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { browserEntry, harText, recordedKey } from './har-text.ts';
import { error, free, judged, listed, reportedBy, response, withKey } from './judged-recording.ts';

const three = JSON.stringify([1, 2, 2].map((id) => ({ id, name: 'Bo', categoryId: 1, status: 'sold' })));
const unauthorized: Exchange['response'] = {
  ...response(401, error(401)),
  headers: [
    ['Content-Type', 'application/json'],
    ['WWW-Authenticate', 'Bearer'],
  ],
};

test.each<[string, readonly Exchange[], readonly string[]]>([
  [
    'the valid key in another scheme, which must be refused',
    [listed(1, withKey(`Token ${recordedKey}`), unauthorized), listed(2, {}, response(200, '[]'))],
    [],
  ],
  ['an undocumented parameter', [listed(1, { target: '/pets?page=2' }, response(200, '{"data":[]}'))], []],
  [
    'an undocumented header field',
    [
      listed(
        1,
        { headers: [...withKey('$ANIMAL_STORE_API_KEY').headers, ['Prefer', 'count']] },
        response(200, '{}'),
      ),
    ],
    [],
  ],
  [
    'a list for another key, by itself',
    [
      listed(1, {}, response(200, '[]')),
      listed(2, {}, response(200, '[]')),
      listed(3, { ...withKey('Bearer other-Key-3m9Qp1'), target: '/pets?limit=2' }, response(200, three)),
    ],
    ['list/limit-bounds-count', 'list/unique-ids'],
  ],
  [
    'a list without any key, as browsers export it',
    [listed(1, { headers: [['Accept', 'application/json']], target: '/pets?limit=2' }, response(200, three))],
    ['list/limit-bounds-count', 'list/unique-ids'],
  ],
  [
    'what comes after a refusal, which may have banned the key',
    [
      listed(1, {}, response(200, '[]')),
      listed(2, {}, response(429, error(429))),
      listed(3, {}, response(403, error(403))),
    ],
    [],
  ],
  [
    'JSON that the recorder has cut',
    [
      listed(
        1,
        {},
        { ...response(200, three.slice(0, 40)), headers: [['Content-Type', 'application/json']] },
      ),
    ],
    [],
  ],
])('in a recording only what it shows is judged: %s', async (_what, exchanges, reported) => {
  const report = await judged(harText(exchanges.map(browserEntry)), {}, recordedKey);
  expect(reportedBy(report).filter((id) => !/^(?:rate|quota|errors)/.test(id))).toEqual(reported);
});

test('a plan is that of the stated key, or of the only one', async () => {
  const other = listed(2, withKey('Bearer other-Key-3m9Qp1'), response(200, '[]'));
  const text = harText([listed(1, {}, response(200, '[]')), other].map(browserEntry));
  const pro = { plan: { ...free, plan: 'pro', perMinute: 300 } };
  expect(reportedBy(await judged(text, pro))).not.toContain('rate/limit-matches-plan');
  expect(reportedBy(await judged(text, pro, 'missing-Key-5v7Tz4'))).not.toContain('rate/limit-matches-plan');
  expect(reportedBy(await judged(text, pro, recordedKey))).toContain('rate/limit-matches-plan');
});

test.each([
  ['{"categoryId":1}', ['create/missing-name']],
  ['{"name":"Bo"}', ['create/missing-category']],
  ['{"name":5,"categoryId":1}', ['create/wrong-name-type']],
  ['{"name":"Bo","categoryId":"1"}', ['create/wrong-category-type']],
  ['{"name":"Bo","categoryId":9223372036854775808}', ['create/category-out-of-range']],
  ['{"name":"Bo","categoryId":1,"status":"dead"}', ['create/unknown-status']],
  ['["Bo"]', ['create/body-not-object']],
  ['{name:"Bo"}', ['create/malformed-json']],
  ['{}', []],
  ['{"name":"Bo","categoryId":1,"status":null}', []],
  ['{"name":"[REDACTED]","categoryId":"***"}', []],
  ['{"name":"Bo","categoryId":1}', []],
])('an invalid creation that was accepted is a violation of its only fault: %s', async (body, violated) => {
  const { headers } = withKey('Bearer $ANIMAL_STORE_API_KEY');
  const json = [...headers, ['Content-Type', 'application/json']] as const;
  const request = { method: 'POST', target: '/pets', headers: json, body };
  const created = listed(1, request, response(201, '{"id":7,"name":"Bo","categoryId":1}'));
  const report = await judged(harText([browserEntry(created)]));
  expect(reportedBy(report).filter((id) => !/echoes|exact|assigns/.test(id))).toEqual(violated);
});
