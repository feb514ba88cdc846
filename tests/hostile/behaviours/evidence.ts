import { answerBytes, brokenOff, everyNth, faithful, from, spoiled, withBody } from '../answers.ts';
import { type Behaviour, ending, type Reply } from '../behaviour.ts';

/** 429 with what the limiter leaves, and when to come again. */
const refusing = (left: string, seconds: string): Reply =>
  spoiled((answer) => ({
    status: 429,
    headers: [
      ...answer.headers.filter(([name]) => name !== 'X-RateLimit-Remaining'),
      ['X-RateLimit-Remaining', left],
      ['Retry-After', seconds],
    ],
    body: Buffer.from('{"code":"rate_limited","message":"Slow down.","status":429}'),
  }));

/** Lists hold one animal more than their limit; from the fiftieth request on nothing is answered. */
const violatesAndGoes: Reply = async (socket, request, around) => {
  if (request.number >= 50) {
    socket.destroy();
    return;
  }
  const answer = await around.ask(request);
  const doubled = answer.body.toString('utf8').replace(/^\[(\{[^}]*\})/, '[$1,$1');
  const isList = request.lines[0]?.startsWith('GET /v1/pets?') === true;
  socket.write(answerBytes(isList ? { ...answer, body: Buffer.from(doubled) } : answer, request));
};

/** Servers of which too little can be learnt, or whose answers prove less than they seem to. */
export const evidence: readonly Behaviour[] = [
  {
    does: 'It answers eight requests as it should, and 429 from then on.',
    status: 3,
    says: /No verdict: \d+ of \d+ responses were 429 Too Many Requests; \d+ of \d+ MUST requirements were decided, \d+ are needed/,
    options: ['--effort', 'smoke', '--minute', '1s', '--max-time', '60s'],
    reply: from(9, refusing('0', '0')),
  },
  ...ending(1, /FAILED quota\/remaining-zero .*X-RateLimit-Remaining: 990/, {
    'Every twentieth request returns 429 with 990 remaining.': everyNth(20, refusing('990', '0')),
  }),
  ...ending(3, /No verdict: \d+ of \d+ responses were unreadable/, {
    'From the ninth request on, every body is truncated to its first half.': from(
      9,
      brokenOff('length', (socket) => socket.end()),
    ),
  }),
  {
    does: 'Lists hold animals twice, and from the fiftieth request on every connection is dropped.',
    status: 1,
    says: /Not conformant: .*The run ended early: more may be violated\..*FAILED list\/unique-ids/s,
    options: [],
    reply: violatesAndGoes,
  },
  ...ending(
    1,
    /list\/returns-pets, .*some of its responses violate another requirement: see responses\/schema/s,
    {
      'Animals have "status": null where none was sent.': withBody((text) =>
        text.replace(/("categoryId":-?\d+)\}/g, '$1,"status":null}'),
      ),
    },
  ),
  {
    does: 'Lists hold names in place of animals.',
    status: 1,
    says: /FAILED responses\/schema .* INCONCLUSIVE 1 list\/returns-pets/,
    options: ['--only', 'list/returns-pets'],
    reply: withBody((text) => text.replace(/^\[.*\]$/s, '["Bella"]')),
  },
  {
    does: 'Nothing is wrong.',
    status: 0,
    says: /^No violation in what was selected: 2 of 2 selected MUST requirements hold \(\d+ not selected\)\./m,
    options: ['--only', 'list/returns-pets', '--only', 'auth/missing-key'],
    reply: faithful,
  },
];

const long = 600;

/** Behaves so with each request whose target is of this form. */
function where(target: RegExp, reply: Reply): Reply {
  return (socket, request, around) =>
    target.test(request.lines[0] ?? '') ? reply(socket, request, around) : faithful(socket, request, around);
}

/** Servers whose lists alone are broken. */
export const lists: readonly Behaviour[] = [
  ...ending(1, /FAILED responses\/media-type .* is truncated, every time for the same request/, {
    'Every filtered list is truncated in the middle.': where(
      /^GET \/v1\/pets\?.*status=/,
      brokenOff('length', (socket) => socket.end()),
    ),
  }),
  {
    does: 'Every list beyond 600 bytes stops there, and the connection stays open.',
    status: 1,
    says: /FAILED responses\/media-type .* stalls, twice for the same request/,
    options: ['--timeout', '3s', '--effort', 'smoke'],
    reply: async (socket, request, around) => {
      const { body } = await around.ask(request);
      return body.length <= long || !request.lines[0]?.startsWith('GET /v1/pets?')
        ? faithful(socket, request, around)
        : brokenOff('length', () => {})(socket, request, around);
    },
  },
];
