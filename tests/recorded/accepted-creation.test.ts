import { expect, test } from 'vitest';
import { browserEntry, harText } from './har-text.ts';
import { judged, listed, reportedBy, response, withKey } from './judged-recording.ts';

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
