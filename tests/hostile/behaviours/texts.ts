import { spoiled, withBody } from '../answers.ts';
import type { Behaviour } from '../behaviour.ts';

/** Puts a text, as JSON, in front of every name and every message. */
function inEveryText(hostile: string) {
  const written = JSON.stringify(hostile).slice(1, -1);
  return withBody((text) => text.replace(/"(name|message|code)":"/g, (start) => start + written));
}

/** Texts that are meant to break out of a screen, a page or a file. */
export const texts: readonly Behaviour[] = [
  {
    does: 'Names and messages hold terminal escape sequences.',
    status: 1,
    says: /<U\+009B>31m/,
    reply: inEveryText('\u001b[2J\u001b]0;owned\u0007\u009b31m\u001b[1A\r\b'),
  },
  {
    does: 'Bodies are no JSON, but escape sequences as they are.',
    status: 1,
    says: /␛/,
    reply: withBody(
      () => '\u001b[2J\u001b[31m\u001b]8;;http://example.com\u0007all is well\u001b]8;;\u0007\r',
    ),
  },
  ...[[], ['--output=json']].map(
    (options): Behaviour => ({
      does: 'Names and messages hold commands of GitHub Actions and Azure Pipelines, on lines of their own and within lines.',
      status: 1,
      says: /FAILED create\/echoes-fields/,
      options: ['--effort', 'smoke', ...options],
      reply: inEveryText(
        '\n::error file=a::forged\n##[error]forged ##vso[task.setvariable variable=a]b ::add-mask::a ',
      ),
    }),
  ),
  {
    does: 'Names and messages hold </script>, </style> and handlers of events.',
    status: 1,
    says: /<\/script>/,
    reply: inEveryText(
      '</script></style></title><script>globalThis.broken=1</script><img src=x onerror=alert(1)>"\'><svg/onload=alert(1)>',
    ),
  },
  {
    does: 'Names and messages hold ]]>, control characters, lone surrogates and U+FFFF.',
    status: 1,
    says: /\]\]>/,
    reply: inEveryText(']]></failure><testcase name="forged"/>\u0000\u0001\u000b\ud800\uffff\ufffe&#0;<!--'),
  },
  {
    does: 'Ids of animals in errors are shell commands, and names hold bidirectional overrides.',
    status: 1,
    says: /FAILED create\/echoes-fields .*\\u202e/,
    reply: inEveryText("'; touch /tmp/owned; echo '$(reboot)`reboot`\u202e\u2066\u200b"),
  },
  {
    does: 'Every error is 500 with a stack trace of forty lines.',
    status: 1,
    says: /500/,
    reply: spoiled((answer) =>
      answer.status < 400
        ? answer
        : {
            ...answer,
            status: 500,
            body: Buffer.from(
              `TypeError: x is not a function\n${'    at handle (/srv/app/index.js:10:5)\n'.repeat(40)}`,
            ),
          },
    ),
  },
];
