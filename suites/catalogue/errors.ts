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
    statement: 'The status in an Error body equals the HTTP status of the answer.',
    section: 'Errors',
  },
  {
    id: 'errors/not-empty',
    level: 'SHOULD',
    statement: 'The code and the message of an Error say something: neither is empty.',
    section: 'Error',
  },
  {
    id: 'errors/code-stable',
    level: 'SHOULD',
    statement: 'One kind of error always has one code.',
    section: 'Error',
  },
  {
    id: 'errors/no-server-error',
    level: 'SHOULD',
    statement: 'No input, however odd, brings a 5xx or a dropped connection.',
    section: 'RFC 9110 section 15.6',
  },
  {
    id: 'errors/no-internals',
    level: 'SHOULD',
    statement: 'No answer shows a stack trace, a file path, a database query or an API key.',
    section: 'RFC 9110 section 17',
  },
  {
    id: 'errors/unknown-path',
    level: 'SHOULD',
    statement: 'A path that does not exist is answered 404.',
    section: 'RFC 9110 section 15.5.5',
  },
  {
    id: 'errors/unsupported-method',
    level: 'SHOULD',
    statement: 'A method that a path does not have is answered 405 with an Allow header, or 404.',
    section: 'RFC 9110 section 15.5.6',
  },
  {
    id: 'errors/codes',
    level: 'OBSERVE',
    statement: 'Which error codes the service uses, and for what.',
    section: 'Errors',
  },
] as const satisfies readonly WrittenRequirement[];
