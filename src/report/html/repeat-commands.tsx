import type { VNode } from 'preact';
import type { ReportFinding } from '../report.ts';
import { longest } from './longest.ts';
import { Command } from './text.tsx';

/** The commands that show a finding again: its request alone, and its check. */
export function Commands({ finding: { curl, rerun } }: { finding: ReportFinding }): VNode {
  return (
    <div class="commands">
      {curl === null ? null : (
        <>
          <p class="note">Send it again, the key in the environment:</p>
          {curl.length > longest.curl ? (
            <p class="note">The curl line has {curl.length} characters: it stands in report.json.</p>
          ) : (
            <Command text={curl} maximum={longest.curl} />
          )}
        </>
      )}
      <p class="note">Run its check again:</p>
      <Command text={rerun} maximum={longest.curl} />
    </div>
  );
}
