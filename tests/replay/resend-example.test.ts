import { describe, expect, test } from 'vitest';
import type { Exchange } from '../../src/exchange/exchange.ts';
import { resendExample } from '../../src/replay/resend-example.ts';
import type { Report } from '../../src/report/report.ts';
import type { OutgoingRequest, Target } from '../../src/target/target.ts';
import { exchange, exchanged, found, madeReport } from '../report/made-up-run.ts';

type Answer = (request: OutgoingRequest) => { readonly status: number; readonly body: string } | null;

/** A target that answers without a network, and what it was sent. */
function answering(answer: Answer) {
  const sent: OutgoingRequest[] = [];
  const target: Target = {
    send: async (request) => {
      sent.push(request);
      return exchangeOf(request, sent.length, answer(request));
    },
    isDesynchronised: () => false,
    requestsSent: 0,
    close: async () => undefined,
  };
  return { target, sent };
}

function exchangeOf(request: OutgoingRequest, number: number, answer: ReturnType<Answer>): Exchange {
  const made = exchange(number, 'replay');
  return {
    ...made,
    startedAt: new Date(Date.parse('2026-01-01T10:00:00.000Z') + number * 100).toISOString(),
    sentAtMs: number * 100,
    headersAtMs: number * 100 + 5,
    finishedAtMs: number * 100 + 6,
    request: {
      method: request.method,
      target: request.target,
      headers: [['Host', 'h'], ...request.headers.map(({ name, value }) => [name, value] as const)],
      body: typeof request.body === 'string' ? request.body : null,
      credential: request.credential,
    },
    response:
      answer === null || made.response === null
        ? null
        : { ...made.response, ...answer, bodyBytes: answer.body.length },
    failure: answer === null ? { code: 'refused', detail: 'nothing listens there' } : null,
  };
}

const pet = (id: number, name: string) => `{"id":${id},"name":"${name}","categoryId":1}`;
const sentBy = (request: Partial<Exchange['request']>): Exchange['request'] => ({
  ...exchange(1, 'x').request,
  ...request,
});

/** A report in which animal 7 was made by exchange 1 and read otherwise by exchange 2. */
function reportOf(request: Partial<Exchange['request']> = { target: '/pets/7' }): Report {
  const usual = exchange(1, 'x').response;
  const answered = (status: number, body: string) =>
    usual === null ? null : { ...usual, status, body, bodyBytes: body.length };
  const creation = {
    ...exchange(1, 'get/returns-created'),
    request: sentBy({
      method: 'POST',
      target: '/pets',
      headers: [...exchange(1, 'x').request.headers, ['Content-Type', 'application/json']],
      body: '{"name":"Bella","categoryId":1}',
    }),
    response: answered(201, pet(7, 'Bella')),
  };
  const reading = {
    ...exchange(2, 'get/returns-created'),
    request: sentBy(request),
    response: answered(200, pet(7, 'Max')),
  };
  return madeReport([
    exchanged(creation),
    exchanged(reading),
    found('get/returns-created', 2, { kind: 'name-differs', related: [{ role: 'creation', exchange: 1 }] }),
  ]);
}

function resend(report: Report, answer: Answer, keys = new Map([['ANIMAL_STORE_API_KEY', 'k3y']])) {
  const { target, sent } = answering(answer);
  const watch = { planLimit: null, minuteMs: 60_000, dayMs: 86_400_000 };
  const finding = report.requirements.find(({ id }) => id === 'get/returns-created')?.findings[0];
  if (finding === undefined) {
    throw new Error('the report has no finding');
  }
  const context = { target, watch, tag: 'cabcdef', keys };
  return { resent: resendExample('get/returns-created', finding, report, context), sent };
}

/** A service that gives the new animal another id, and reads it as `name`. */
const reading =
  (name: string): Answer =>
  ({ method, target }) =>
    method === 'POST'
      ? { status: 201, body: pet(40, 'Bella') }
      : { status: 200, body: pet(Number(target.slice('/pets/'.length)), name) };

describe('an example that is sent again', () => {
  test('comes after what its proof leans on: the animal is made anew and read by its new id', async () => {
    const { resent, sent } = resend(reportOf(), reading('Max'));
    expect(await resent).toMatchObject({ kind: 'shown', finding: { requirement: 'get/returns-created' } });
    expect(sent.map(({ method, target }) => `${method} ${target}`)).toEqual(['POST /pets', 'GET /pets/40']);
    expect(sent[0]?.headers).toContainEqual({
      name: 'Authorization',
      value: 'Bearer k3y',
      shownAs: 'Bearer $ANIMAL_STORE_API_KEY',
    });
    expect(sent[0]?.headers.map(({ name }) => name)).not.toContain('Host');
  });

  test('shows nothing where the service conforms now', async () => {
    expect(await resend(reportOf(), reading('Bella')).resent).toEqual({ kind: 'not-shown' });
  });

  test('says where no response', async () => {
    expect(await resend(reportOf(), () => null).resent).toEqual({
      kind: 'no-answer',
      detail: 'nothing listens there',
    });
  });

  test.each<[string, Partial<Exchange['request']>]>([
    ['of no operation of the interface', { method: 'DELETE', target: '/pets/7' }],
    ['to another path', { target: '/admin' }],
    ['with a key that is not given', { headers: [['Authorization', 'Bearer $ANIMAL_STORE_REVOKED_KEY']] }],
    ['whose bytes are not on record', { method: 'POST', target: '/pets', body: '{"name":"\ufffd"}' }],
  ])('is left to its check where it is %s', async (_what, request) => {
    const { resent, sent } = resend(reportOf(request), reading('Max'));
    expect(await resent).toEqual({ kind: 'not-shown' });
    expect(sent.map(({ method }) => method)).toEqual(['POST']);
  });
});
