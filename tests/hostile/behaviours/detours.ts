import { answerBytes, credentialOf, headBytes } from '../answers.ts';
import { type Behaviour, ending } from '../behaviour.ts';

/** Answers that lead elsewhere, or come from something that stands in front of the service. */
export const detours: readonly Behaviour[] = [
  ...ending(1, /307 to \/v1\/pets\/\?limit/, {
    'A list and a creation are redirected to `/pets/`, where they are served.': async (
      socket,
      request,
      { ask },
    ) => {
      const [, path = '/', query = ''] = /^\S+ (\/v1\/pets)(\?\S*)? /.exec(request.lines[0] ?? '') ?? [];
      if (path === '/v1/pets') {
        const location = ['Location', `${path}/${query}`] as const;
        socket.write(headBytes(307, [location, ['Content-Length', '0']]));
      } else {
        socket.write(answerBytes(await ask(request), request));
      }
    },
  }),
  ...ending(3, /^No verdict: no Animal Store found at .* GET \/pets redirects there/, {
    'Every request is redirected to another host, with the key in the address, and in base64.': (
      socket,
      request,
      { elsewhere },
    ) => {
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
  }),
  ...ending(0, /Conformant/, {
    'Every answer offers another host for the same service (Alt-Svc), and links to it.': async (
      socket,
      request,
      { ask, elsewhere },
    ) => {
      const answer = await ask(request);
      const { host } = new URL(elsewhere);
      const headers = [
        ...answer.headers,
        ['Alt-Svc', `http/1.1="${host}"; ma=86400, h2="${host}"`],
        ['Link', `<${elsewhere}/pets>; rel="next", <${elsewhere}>; rel=preload`],
      ] as const;
      socket.write(answerBytes({ ...answer, headers }, request));
    },
  }),
];
