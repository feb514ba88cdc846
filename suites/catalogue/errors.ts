import type { WrittenRequirement } from '../../src/verdict/requirement.ts';

/** Error answers, watched over the whole run. */
export const errors = [
  {
    id: 'errors/body-shape',
    level: 'MUST',
    statement:
      'Every 400, 401 and 404 has an Error body: code and message are strings, status is an integer.',
    section: 'Errors',
  },
  {
    id: 'errors/status-matches',
    level: 'MUST',
    statement: 'The status in an Error body equals the HTTP status.',
    section: 'Errors',
  },
  {
    id: 'errors/not-empty',
    level: 'SHOULD',
    statement: 'The code and the message of an Error are not empty.',
    section: 'Error',
  },
  {
    id: 'errors/code-stable',
    level: 'SHOULD',
    statement: 'The same kind of error always has the same code.',
    section: 'Error',
  },
  {
    id: 'errors/no-server-error',
    level: 'SHOULD',
    statement: 'No input causes a 5xx or a dropped connection.',
    section: 'RFC 9110 section 15.6',
  },
  {
    id: 'errors/no-internals',
    level: 'SHOULD',
    statement: 'No response exposes a stack trace, a file path, a database query or an API key.',
    section: 'RFC 9110 section 17',
  },
  {
    id: 'errors/unknown-path',
    level: 'SHOULD',
    statement: 'An unknown path returns a 4xx.',
    section: 'RFC 9110 section 15.5',
  },
  {
    id: 'errors/unsupported-method',
    level: 'SHOULD',
    statement: 'A method that a path does not support returns 405 with an Allow header, 501, or 404.',
    section: 'RFC 9110 sections 9.1 and 15.5.6',
  },
  {
    id: 'errors/codes',
    level: 'OBSERVE',
    statement: 'Which error codes the service uses, and for what.',
    section: 'Errors',
  },
] as const satisfies readonly WrittenRequirement[];
