import { createHash } from 'node:crypto';
import type { VNode } from 'preact';
import type { RunBudget } from '../../verdict/run-event.ts';
import { renderJson } from '../artifacts/json-artifacts.ts';
import { animalsCreated, isNewer } from '../by-verdict.ts';
import { isOfLoad } from '../load-text.ts';
import type { Report } from '../report.ts';
import { deliveryTexts, effortText } from '../text-sections.ts';
import { capitalised, counted, durationText, numberText, timeText } from '../words.ts';
import { Block, Line } from './parts.tsx';

export function Facts({ report }: { report: Report }): VNode {
  return (
    <dl class="facts">
      {factsOf(report).map(({ name, text, onPaper }) => (
        <div class={onPaper === true ? 'on-paper' : undefined}>
          <dt>{name}</dt>
          <dd>
            <Line text={text} maximum={300} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface Fact {
  readonly name: string;
  readonly text: string;
  /** Whether only the printed page shows it. */
  readonly onPaper?: true;
}

function factsOf(report: Report): Fact[] {
  const { run, tool, waits, service, preflight, baseline } = report;
  const waited = waits.count === 0 ? '' : ` (${durationText(waits.totalMs)} waiting)`;
  const clock = preflight.find(({ name }) => name === 'clock');
  const animals = animalsCreated(report);
  const lost = deliveryTexts(report);
  return [
    ...(run.implementation === undefined ? [] : [{ name: 'Implementation', text: run.implementation }]),
    ...service.headers.map(({ name, values }) => ({ name: capitalised(name), text: values.join(', ') })),
    { name: 'Started', text: timeText(run.startedAt) },
    { name: 'Duration', text: `${durationText(run.durationMs)}${waited}` },
    { name: 'Requests', text: numberText(run.requests) },
    ...(run.kind === undefined ? [{ name: 'Effort', text: effortText(run) }] : []),
    ...(run.kind === 'judge'
      ? [{ name: 'Traffic', text: 'recorded; nothing was sent' }]
      : [{ name: 'Seed', text: String(run.seed) }]),
    ...(clock === undefined ? [] : [{ name: 'Service clock', text: clock.text }]),
    ...(lost.length === 0 ? [] : [{ name: 'Transport', text: lost.join('; ') }]),
    ...(animals === 0 ? [] : [{ name: 'Created', text: counted(animals, 'animal') }]),
    ...(baseline === null
      ? []
      : [
          {
            name: 'Baseline',
            text: `${baseline.source}, of ${timeText(baseline.startedAt)}${baseline.target === undefined ? '' : `, against ${baseline.target}`}`,
          },
        ]),
    ...(report.requirements.some((requirement) => isNewer(requirement, report))
      ? [{ name: 'Catalogue', text: `version ${report.catalogue}; newer requirements can't fail` }]
      : []),
    { name: 'Tool', text: `${tool.name} ${tool.version}` },
    ...digestFact(report),
  ];
}

/** The digest of the report, for the printed page; none with masked secrets, which change the file afterwards. */
function digestFact(report: Report): Fact[] {
  return report.run.maskedSecrets === undefined
    ? [
        {
          name: 'SHA-256 of report.json',
          text: createHash('sha256').update(renderJson(report)).digest('hex'),
          onPaper: true,
        },
      ]
    : [];
}

export function HowItRan({ report }: { report: Report }): VNode {
  const { run, preflight } = report;
  const then = isOfLoad(report) ? 'load' : 'first check';
  return (
    <details class="how">
      <summary>
        Command
        {preflight.length === 0
          ? null
          : ` and preflight (${counted(preflight.length, 'step')} before the ${then})`}
      </summary>
      <Block text={run.command} maximum={2_000} />
      <dl class="compare">
        {preflight.map(({ name, outcome, text }) => (
          <>
            <dt>
              <Line text={name} maximum={100} />
            </dt>
            <dd>
              <span class={outcome === 'problem' ? 'bad' : 'note'}>{outcome}:</span> <Line text={text} />
            </dd>
          </>
        ))}
        {run.budget === undefined ? null : (
          <>
            <dt>limits</dt>
            <dd>{budgetText(run.budget)}</dd>
          </>
        )}
      </dl>
    </details>
  );
}

function budgetText({ maxTimeMs, bodyBytes, recordedBytes }: RunBudget): string {
  return `at most ${durationText(maxTimeMs)} in total and ${bytesText(bodyBytes)} per response body; bodies are recorded in full up to ${bytesText(recordedBytes)} in total`;
}

function bytesText(bytes: number): string {
  return `${numberText(Math.round(bytes / 1_000_000))} MB`;
}

/** Further animals are only in report.json, to limit the size of the page. */
const animalsShown = 500;

export function CreatedAnimals({ report }: { report: Report }): VNode {
  const { createdAnimals, run } = report;
  const animals = animalsCreated(report);
  const shown = createdAnimals.slice(0, animalsShown);
  return (
    <>
      <p>
        The interface can't delete animals. Names contain <code>{run.tag}</code> unless a test needs a fixed
        name.
      </p>
      <ul class="animals">
        {shown.map(({ id, name }) => (
          <li>
            <Line as="code" text={id} maximum={40} /> <Line text={name} maximum={120} />
          </li>
        ))}
      </ul>
      {animals > shown.length ? <p class="note">And {numberText(animals - shown.length)} more.</p> : null}
    </>
  );
}
