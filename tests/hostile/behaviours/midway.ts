import { closing } from '../../target/raw-server.ts';
import { answerBytes, brokenOff, everyNth, faithful, from, spoiled } from '../answers.ts';
import { type Behaviour, ending, type Reply, type Surroundings, type WholeAnswer } from '../behaviour.ts';

const resets: Reply = (socket) => {
  socket.resetAndDestroy();
};

/** Servers that are in order at first. */
export const midway: readonly Behaviour[] = [
  ...ending(0, /Conformant: /, {
    'Every seventh request brings a reset.': everyNth(7, resets),
    'Every ninth answer breaks off in its body.': everyNth(
      9,
      brokenOff('length', (socket) => socket.end()),
    ),
    'Every eleventh answer is no HTTP.': everyNth(11, closing('\u0000\u0001 garbage \u001b[2J')),
    'It promises to keep connections, and closes each after its answer.': async (socket, request, around) => {
      await faithful(socket, request, around);
      socket.end();
    },
  }),
  {
    does: 'It stops to answer in the middle of the run.',
    status: 3,
    says: /stopped responding|interrupted/,
    // Few requests, each of which waits for the time-out.
    options: ['--timeout', '5s', '--only', 'list/limit-accepted'],
    reply: from(7, () => {}),
  },
  ...ending(3, /stopped responding/, {
    'From the twentieth request on it resets every connection.': from(20, resets),
  }),
  ...ending(1, /FAILED responses\/documented-status/, {
    'From the tenth request on, every response is that of the previous request.': swapped(10),
  }),
  ...ending(1, /FAILED responses\/documented-status .* FAILED create\/accepts-valid/, {
    'Every response has a wrong status code.': spoiled((answer, request) => ({
      ...answer,
      status: otherStatus(request.number),
    })),
  }),
];

/** From 200 to 599, and never 429, which is waited out. */
function otherStatus(number: number): number {
  const status = 200 + ((number * 37) % 400);
  return status === 429 ? 430 : status;
}

/** Gives each request the answer to the one before. */
function swapped(first: number): Reply {
  const before = new WeakMap<Surroundings, WholeAnswer>();
  return async (socket, request, around) => {
    const own = await around.ask(request);
    const given = request.number < first ? own : (before.get(around) ?? own);
    before.set(around, own);
    socket.write(answerBytes(given, request));
  };
}
