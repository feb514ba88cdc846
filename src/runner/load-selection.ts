import { requirements } from '../../suites/requirements.ts';
import { refusalFieldRequirements } from '../quota/refusal-fields.ts';
import type { RunEvent } from '../verdict/run-event.ts';
import { watchedRequirements } from '../watchers/start-watch.ts';
import type { Watch } from '../watchers/watch.ts';
import type { LoadOptions } from './load-options.ts';

/** Judged on every answer of a load that bears on them. */
const judgedRequirements: readonly string[] = [...watchedRequirements, ...refusalFieldRequirements];

/** Judged only against what a load happens to meet: they can fail, and never pass. */
const failOnly: readonly string[] = [
  'auth/valid-key-accepted',
  'create/assigns-id',
  'create/echoes-fields',
  'create/text-exact',
  'create/unique-ids',
  'get/id-matches',
  'get/returns-created',
  'get/stable',
  'list/limit-bounds-count',
  'list/limit-with-status',
  'list/status-filter',
  'list/unique-ids',
  'quota/fully-granted',
];

export const loadSelection: readonly string[] = requirements
  .map(({ id }) => id)
  .filter((id) => judgedRequirements.includes(id) || failOnly.includes(id));

/**
 * The outcome of every requirement after a load.
 *
 * @param touched the requirements that some response is evidence for
 */
export function finishRequirements(
  { plan }: LoadOptions,
  touched: ReadonlySet<string>,
  watch: Watch,
  record: (event: RunEvent) => void,
): void {
  for (const observation of watch.observations()) {
    record({ type: 'observation', ...observation });
  }
  for (const { id } of requirements) {
    const reason = reasonToSkip(id, touched, plan === null);
    record({
      type: 'check-finished',
      requirement: id,
      outcome: reason === null ? 'done' : 'skipped',
      reason,
    });
  }
}

function reasonToSkip(id: string, touched: ReadonlySet<string>, planUnknown: boolean): string | null {
  if (judgedRequirements.includes(id)) {
    if (touched.has(id)) {
      return null;
    }
    return id === 'rate/limit-matches-plan' && planUnknown
      ? 'pass `--plan PLAN` to test this'
      : 'this load sends no request for it: use the command run';
  }
  return failOnly.includes(id)
    ? 'a load can show violations only: use the command run to verify it'
    : 'a load verifies requirements of every response only: use the command run';
}
