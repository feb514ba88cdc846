import { brokenOff, faithful } from '../answers.ts';
import { type Behaviour, ending, type Reply } from '../behaviour.ts';

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
