import { mkdirSync, rmSync } from 'node:fs';
import { faultNamed, mixtureOf, namesInMixture } from '../../reference-impl/index.ts';
import { writeArtifacts } from '../report/artifacts/write-artifacts.ts';
import type { Report } from '../report/report.ts';
import { errorDetails } from '../verdict/run-event.ts';
import { type VerifyListener, verify } from '../verify/verify.ts';
import { complaintsOfTrial } from './judge-trials.ts';
import { whileServed } from './served-subject.ts';
import { failedTrial, type Subject, type Trial, type TrialOrder, trialOf } from './trial.ts';
import { runOptionsOf } from './trial-settings.ts';

/**
 * Starts the subject and verifies it like `run`. Keeps report and journal in `order.folder` after a shortcoming.
 *
 * Resolves even if the run failed; the reason is among the errors of the trial.
 */
export async function makeTrial(order: TrialOrder): Promise<Trial> {
  const startedAtMs = performance.now();
  try {
    const report = await verified(order);
    const trial = trialOf(order, report);
    if (complaintsOfTrial({ order, trial }).length > 0) {
      await writeArtifacts(report, order.folder);
    } else {
      rmSync(order.folder, { recursive: true });
    }
    return trial;
  } catch (error) {
    return failedTrial(errorDetails(error), Math.round(performance.now() - startedAtMs));
  }
}

async function verified(order: TrialOrder): Promise<Report> {
  rmSync(order.folder, { recursive: true, force: true });
  mkdirSync(order.folder, { recursive: true });
  const { listener, signal } = untilReported(order);
  return whileServed(order, (served) =>
    verify(runOptionsOf(order, served, categoriesOf(order.subject)), listener, signal),
  );
}

/**
 * Ends a thorough run on a faulty service once everything that the faults violate is reported: what it would send
 * afterwards takes twenty times as long, and no finding is ever withdrawn.
 */
function untilReported({ subject, effort, selected }: TrialOrder) {
  const reported = new AbortController();
  const violated = faultNamed(subject.name)?.violates.filter((id) => selected.includes(id)) ?? [];
  const missing = new Set<string>(effort === 'thorough' ? violated : []);
  const listener: VerifyListener = (event) => {
    if (event.type === 'finding' && missing.delete(event.finding.requirement) && missing.size === 0) {
      reported.abort();
    }
  };
  return { listener, signal: reported.signal };
}

function categoriesOf({ kind, name }: Subject): readonly bigint[] {
  return kind === 'fault' ? [] : (mixtureOf(namesInMixture(name)).categoryIds ?? []);
}
