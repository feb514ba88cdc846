import { answerBytes, credentialOf, headBytes, spoiled } from '../answers.ts';
import type { Behaviour } from '../behaviour.ts';

const login =
  '<!doctype html><html><head><title>Sign in</title></head><body><form action="/login"><input name="password"></form><script>alert(1)</script></body></html>';

/** Answers that lead elsewhere, or come from something that stands in front of the service. */
export const detours: readonly Behaviour[] = [
  {
    does: 'Every request is redirected to itself.',
    status: 3,
    says: /^No verdict: no Animal Store found at .*: GET \/pets returned 302/,
    reply: (socket, request) => {
      const path = request.lines[0]?.split(' ')[1] ?? '/';
      socket.write(`HTTP/1.1 302 Found\r\nLocation: ${path}\r\nContent-Length: 0\r\n\r\n`);
    },
  },
  {
    does: 'A list and a creation are redirected to `/pets/`, where they are served.',
    status: 1,
    says: /307 to \/v1\/pets\/\?limit/,
    reply: async (socket, request, { ask }) => {
      const [, path = '/', query = ''] = /^\S+ (\/v1\/pets)(\?\S*)? /.exec(request.lines[0] ?? '') ?? [];
      if (path === '/v1/pets') {
        const location = ['Location', `${path}/${query}`] as const;
        socket.write(headBytes(307, [location, ['Content-Length', '0']]));
      } else {
        socket.write(answerBytes(await ask(request), request));
      }
    },
  },
  {
    does: 'Every request is redirected to another host, with the key in the address, and in base64.',
    status: 3,
    says: /^No verdict: no Animal Store found at .* GET \/pets redirects there/,
    reply: (socket, request, { elsewhere }) => {
      const key = credentialOf(request) ?? 'none';
      socket.write(
        headBytes(307, [
          ['Location', `${elsewhere}/?key=${encodeURIComponent(key)}&auth=${btoa(key)}`],
          ['Content-Location', elsewhere],
          ['Refresh', `0; url=${elsewhere}`],
          ['Content-Length', '0'],
        ]),
      );
    },
  },
  {
    does: 'Every answer offers another host for the same service (Alt-Svc), and links to it.',
    status: 0,
    says: /Conformant/,
    reply: async (socket, request, { ask, elsewhere }) => {
      const answer = await ask(request);
      const { host } = new URL(elsewhere);
      const headers = [
        ...answer.headers,
        ['Alt-Svc', `http/1.1="${host}"; ma=86400, h2="${host}"`],
        ['Link', `<${elsewhere}/pets>; rel="next", <${elsewhere}>; rel=preload`],
      ] as const;
      socket.write(answerBytes({ ...answer, headers }, request));
    },
  },
  {
    does: 'Every answer is 200 with the HTML of a login page.',
    status: 3,
    says: /^No verdict: no Animal Store found at .*: GET \/pets returned 200 \(text\/html\)/,
    reply: spoiled((answer) => ({
      ...answer,
      status: 200,
      headers: [['Content-Type', 'text/html']],
      body: Buffer.from(login),
    })),
  },
  {
    does: 'A captive portal answers 511 to everything.',
    status: 3,
    says: /^No verdict: no Animal Store found at .*: GET \/pets returned 511 \(text\/html\)/,
    reply: spoiled(() => ({
      status: 511,
      headers: [
        ['Content-Type', 'text/html'],
        ['Connection', 'close'],
      ],
      body: Buffer.from(login),
    })),
  },
  {
    does: 'A proxy answers 407 to everything.',
    status: 3,
    says: /^No verdict: no Animal Store found at .*: GET \/pets returned 407/,
    reply: spoiled(() => ({
      status: 407,
      headers: [['Proxy-Authenticate', 'Basic realm="<script>"']],
      body: Buffer.from(login),
    })),
  },
  {
    does: 'A gateway answers 503 to everything.',
    status: 3,
    says: /^No verdict: the service is out of order: GET \/pets returned 503 /,
    reply: spoiled(() => ({
      status: 503,
      headers: [
        ['Content-Type', 'text/html'],
        ['Retry-After', '1'],
      ],
      body: Buffer.from('<h1>503</h1>'),
    })),
  },
];
