import type { VNode } from 'preact';
import type { ReportFinding } from '../report.ts';
import { longest } from './longest.ts';
import { Command } from './text.tsx';

/** The commands that reproduce a finding: its request alone, and its check. */
export function Commands({ finding: { curl, rerun } }: { finding: ReportFinding }): VNode {
  return (
    <div class="commands">
      {curl === null ? null : (
        <>
          <p class="note">Reproduce (the key in the environment):</p>
          {curl.length > longest.curl ? (
            <p class="note">The curl command has {curl.length} characters: see report.json.</p>
          ) : (
            <Command text={curl} maximum={longest.curl} />
          )}
        </>
      )}
      <p class="note">Rerun:</p>
      <Command text={rerun} maximum={longest.curl} />
    </div>
  );
}
