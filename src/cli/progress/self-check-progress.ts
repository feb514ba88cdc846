import { counted, durationText, visibleLine } from '../../report/words.ts';
import { complaintsOfTrial } from '../../self-check/judge-trials.ts';
import type { SelfCheckProgress } from '../../self-check/run-self-check.ts';
import type { Screen } from '../screen.ts';
import { liveLines, type Progress } from './live-lines.ts';

/** Shows the progress of a self-check; each shortcoming gets a separate line immediately. */
export function showSelfCheck(screen: Screen, redraw: boolean): Progress<SelfCheckProgress> {
  const startedAtMs = Date.now();
  let newest: SelfCheckProgress | null = null;
  const line = (): string => {
    if (newest === null) {
      return 'starting';
    }
    const elapsed = durationText(Date.now() - startedAtMs);
    const name = newest.newest === null ? '' : `: ${newest.newest.order.subject.name}`;
    return `${newest.done} of ${newest.total} runs, ${elapsed}${name}`;
  };
  const shown = liveLines(screen, redraw, () => [line()], { redrawMs: 500, logMs: 15_000 });
  const note = (text: string): void => shown.note(visibleLine(text));
  return {
    see(progress) {
      newest = progress;
      if (progress.newest === null) {
        note(`${counted(progress.total, 'run')} to make`);
        return;
      }
      for (const { kind, name, text } of complaintsOfTrial(progress.newest)) {
        note(`${kind}: ${name}: ${text}`);
      }
    },
    note,
    end: shown.end,
  };
}
