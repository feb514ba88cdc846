import type { CommandDeclaration } from '../option-table.ts';
import { flag } from './option-kinds.ts';
import { runDeclaration } from './run-declaration.ts';
import { service, telling, wire } from './shared-options.ts';

const { options: ofRun } = runDeclaration;

/** `doctor`: the preflight of a run alone. */
export const doctorDeclaration = {
  name: 'doctor',
  describe: 'find out whether a run can be made, and what to do where it can not',
  positional: service,
  options: {
    'api-key': ofRun['api-key'],
    'allow-weak-key': ofRun['allow-weak-key'],
    plan: ofRun.plan,
    'plan-limit': ofRun['plan-limit'],
    'revoked-key': ofRun['revoked-key'],
    'quota-key': {
      ...ofRun['quota-key'],
      describe: 'a key for plan limits: it is tried by one request; repeatable',
    },
    'category-id': ofRun['category-id'],
    'name-template': ofRun['name-template'],
    minute: ofRun.minute,
    day: ofRun.day,
    only: ofRun.only,
    skip: ofRun.skip,
    'read-only': flag(
      ofRun['read-only'].group,
      'create nothing: else one animal is created, to try a category',
    ),
    effort: ofRun.effort,
    timeout: ofRun.timeout,
    ...wire,
    json: telling.json,
    config: { ...ofRun.config, group: telling.json.group },
  },
  examples: [
    ['doctor https://staging.example.com/v1', 'is it reached, is the key accepted, is the allowance enough?'],
    ['doctor https://staging.example.com/v1 --read-only', 'the same without creating an animal'],
    [
      'doctor http://localhost:8080/v1 --effort smoke --json',
      'for a script: status 0 where a run can be made',
    ],
  ],
} as const satisfies CommandDeclaration;
