import { spoiled, withBody } from '../answers.ts';
import { type Behaviour, ending } from '../behaviour.ts';

/** Puts a text, as JSON, in front of every name and every message. */
function inEveryText(hostile: string) {
  const written = JSON.stringify(hostile).slice(1, -1);
  return withBody((text) => text.replace(/"(name|message|code)":"/g, (start) => start + written));
}

/** Texts that are meant to break out of a screen, a page or a file. */
export const texts: readonly Behaviour[] = [
  ...ending(1, /<U\+009B>31m/, {
    'Names and messages hold terminal escape sequences.': inEveryText(
      '\u001b[2J\u001b]0;owned\u0007\u009b31m\u001b[1A\r\b',
    ),
  }),
  ...ending(1, /␛/, {
    'Bodies are raw escape sequences instead of JSON.': withBody(
      () => '\u001b[2J\u001b[31m\u001b]8;;http://example.com\u0007all is well\u001b]8;;\u0007\r',
    ),
  }),
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
  ...ending(1, /<\/script>/, {
    'Names and messages hold </script>, </style> and handlers of events.': inEveryText(
      '</script></style></title><script>globalThis.broken=1</script><img src=x onerror=alert(1)>"\'><svg/onload=alert(1)>',
    ),
  }),
  ...ending(1, /\]\]>/, {
    'Names and messages hold ]]>, control characters, lone surrogates and U+FFFF.': inEveryText(
      ']]></failure><testcase name="forged"/>\u0000\u0001\u000b\ud800\uffff\ufffe&#0;<!--',
    ),
  }),
  ...ending(1, /FAILED create\/echoes-fields .*\\u202e/, {
    'Ids of animals in errors are shell commands, and names hold bidirectional overrides.': inEveryText(
      "'; touch /tmp/owned; echo '$(reboot)`reboot`\u202e\u2066\u200b",
    ),
  }),
  ...ending(1, /500/, {
    'Every error is 500 with a stack trace of forty lines.': spoiled((answer) =>
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
  }),
];
