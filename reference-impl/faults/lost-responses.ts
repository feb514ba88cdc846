import { type ApiRequest, type Decoration, isList } from '../parts.ts';
import { around, type Fault, violating } from './fault.ts';

type Loss = 'dropped' | 'cut';

/** Loses some responses: no response at all, or one whose body breaks off. */
function losing(loss: Loss, counts: (request: ApiRequest) => boolean, every: number): Decoration {
  return around('send', (inner) => {
    let count = 0;
    return (message, request, response) => {
      count += counts(request) ? 1 : 0;
      if (!counts(request) || count % every !== 0) {
        inner(message, request, response);
      } else if (loss === 'dropped') {
        response.destroy();
      } else {
        const body = Buffer.from(message.body);
        response.writeHead(message.status, { ...message.headers, 'Content-Length': String(body.length) });
        response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.destroy());
      }
    };
  });
}

/** Drops one request of each connection, by its number on it. */
function droppingOnConnection(number: number): Decoration {
  return around('send', (inner) => {
    const counts = new Map<number, number>();
    return (message, request, response) => {
      const count = (counts.get(request.connection) ?? 0) + 1;
      counts.set(request.connection, count);
      if (count === number) {
        response.destroy();
      } else {
        inner(message, request, response);
      }
    };
  });
}

const all = () => true;

/** Responses that get lost now and then, whatever is asked. */
export const lostResponses: readonly Fault[] = [
  ...violating(['errors/no-server-error']).by({
    'every-20th-list-cut': losing('cut', isList, 20),
    'every-45th-request-dropped': losing('dropped', all, 45),
    'every-70th-request-dropped': losing('dropped', all, 70),
    '24th-request-of-a-connection-dropped': droppingOnConnection(24),
  }),
];
