import type { AcrossGap, AcrossPromise, AcrossRecord } from '../verdict/across-record.ts';
import { bounded, counted, durationText, numberText } from './words.ts';

const longestCommand = 300;
/** Further statuses and failures are only in report.json. */
const kindsShown = 8;

const outcomeWords = {
  held: 'held',
  violated: 'VIOLATED',
  undecided: 'inconclusive',
  untested: 'not tested',
} as const;

/** The title of the section: `./deploy.sh ended with status 0 after 3.2 s`. */
export function acrossTitle({ command, earlier }: AcrossRecord): string {
  if (earlier !== null) {
    const cut = earlier.isCut ? ', whose journal is incomplete: later animals of that run are unknown' : '';
    return `since the run in ${earlier.source}, ${durationText(earlier.apartMs)} before${cut}`;
  }
  if (command === null) {
    return 'the command was not reached';
  }
  const { text, durationMs, exitStatus, ended } = command;
  const end = ended === null ? 'was interrupted' : `ended by ${ended}`;
  return `${bounded(text, longestCommand)}: ${exitStatus === null ? end : `ended with status ${exitStatus}`} after ${durationText(durationMs)}`;
}

/** The observations while the command ran, one sentence each. */
export function gapTexts({ gap, command }: AcrossRecord): string[] {
  if (gap === null) {
    return [];
  }
  // The run that ends a command does not wait for the service.
  return command?.exitStatus === null ? [outageText(gap)] : [backText(gap), outageText(gap)];
}

function backText({ isBack, backAfterMs }: AcrossGap): string {
  return isBack
    ? `the service responded again ${durationText(backAfterMs ?? 0)} after the command`
    : 'the service did not respond again';
}

function outageText(gap: AcrossGap): string {
  const { requests, served, outageMs, longestOutageMs, intervalMs } = gap;
  const sent = `${counted(requests, 'request')}, one every ${durationText(intervalMs)}`;
  if (served === requests) {
    return `no outage in ${sent}`;
  }
  const several = longestOutageMs < outageMs ? `, the longest ${durationText(longestOutageMs)}` : '';
  return `outage of ${durationText(outageMs)}${several}: ${numberText(requests - served)} of ${sent}, were not served; responses: ${kindsText(gap)}`;
}

/** All responses: `8 × connection refused, 6 × 200, 2 × 503`. */
function kindsText({ statuses, failures }: AcrossGap): string {
  const kinds = [
    ...statuses.map(({ status, count }) => ({ name: String(status), count })),
    ...failures.map(({ code, count }) => ({ name: `connection ${code}`, count })),
  ].sort((one, other) => other.count - one.count);
  return kinds
    .slice(0, kindsShown)
    .map(({ name, count }) => `${numberText(count)} × ${name}`)
    .join(', ');
}

/** `held: 3 new ids, none of the 17 given before the command`. */
export function promiseText({ outcome, text }: AcrossPromise): string {
  return `${outcomeWords[outcome]}: ${text}`;
}

/** Empty if no animal was read again. */
export function animalsText({ animals }: AcrossRecord): string {
  const { read, found, gone } = animals;
  if (read === 0) {
    return '';
  }
  const lost = gone === 0 ? '' : `, ${numberText(gone)} gone (the interface document promises no durability)`;
  return `${numberText(found)} of ${counted(read, 'animal')} from before were found${lost}`;
}
