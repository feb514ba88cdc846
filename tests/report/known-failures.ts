import { baselineOf } from '../../src/compare/baseline.ts';
import type { Report } from '../../src/report/report.ts';
import { renderTerminal } from '../../src/report/terminal.ts';
import { exitStatus } from '../../src/report/verdict-sentence.ts';
import type { RunEvent, RunHeader } from '../../src/verdict/run-event.ts';
import { reportWith } from '../compare/made-up-reports.ts';
import { waiver } from '../waivers/made-up-waiver.ts';
import { exchange, exchanged, faultless, found, madeReport, runFinished } from './made-up-run.ts';

export const bodyShape = 'errors/body-shape';
export const limit = 'list/limit-bounds-count';
export const listed = exchange(900, bodyShape);
const read = exchange(901, bodyShape, { request: { ...listed.request, target: '/pets/5' } });
/** errors/body-shape is violated by a list, and by reading an animal too. */
export const ofList: RunEvent[] = [exchanged(listed), found(bodyShape, 900)];
export const ofBoth: RunEvent[] = [...ofList, exchanged(read), found(bodyShape, 901)];
export const error: RunEvent = { type: 'internal-error', requirement: bodyShape, message: 'a bug' };
export const known = waiver({ requirement: bodyShape, owner: 'store team' });
export const target = 'http://127.0.0.1:8080/v1';
export const baseline = baselineOf(reportWith([bodyShape, limit]), 'main.json', target);

export function run(events: readonly RunEvent[], header: Partial<RunHeader>, end = runFinished()): Report {
  return madeReport([...faultless(), ...events], header, end);
}

/** What a report says of failures that are known, and of those that are not. */
export function said(report: Report): string[] {
  const violated = report.requirements.filter(({ findings }) => findings.length > 0);
  const { broke = [], fixed = [], newlyTested = [], leftOut = [] } = report.baseline ?? {};
  return [
    `exit ${exitStatus(report)}`,
    ...violated.map(({ id, verdict, waivedBy }) => `${id} ${verdict}${waivedBy ? ` by ${waivedBy}` : ''}`),
    ...report.waivers.map(({ state }) => `waiver ${state}`),
    ...broke.map((id) => `broke ${id}`),
    ...newlyTested.map((id) => `newly tested ${id}`),
    ...fixed.map((id) => `fixed ${id}`),
    ...leftOut.map((id) => `left out ${id}`),
  ];
}

export const terminal = (report: Report) => renderTerminal(report, { columns: 100, color: false });
