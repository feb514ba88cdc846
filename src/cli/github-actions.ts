import { randomUUID } from 'node:crypto';
import { appendFileSync, statSync } from 'node:fs';
import type { Report } from '../report/report.ts';
import { type Program, toolName } from './command.ts';

/** The largest summary of a step that GitHub shows, in bytes. */
const largestSummaryBytes = 1024 * 1024 - 1024;

function isStep({ environment }: Program): boolean {
  return environment['GITHUB_ACTIONS'] === 'true';
}

/** Writes a text without workflow commands, which a service may have put into its responses. */
export function writeInert(text: string, program: Program): void {
  const token = randomUUID();
  if (!isStep(program)) {
    program.output.write(text);
    return;
  }
  program.output.writeVerbatim(`::stop-commands::${token}\n`);
  program.output.write(`${text}\n`);
  program.output.writeVerbatim(`::${token}::\n`);
}

/**
 * In a step of GitHub Actions, prints annotations if requested, and writes the summary of the step.
 */
export async function tellGithub(report: Report, program: Program, annotate = true): Promise<void> {
  if (annotate && isStep(program)) {
    const { renderAnnotations } = await import('../report/artifacts/github-annotations.ts');
    program.output.writeVerbatim(renderAnnotations(report));
  }
  const path = program.environment['GITHUB_STEP_SUMMARY'] ?? '';
  if (path !== '') {
    const { renderSummary } = await import('../report/artifacts/summary.ts');
    appendSummary(path, renderSummary(report), program);
  }
}

function appendSummary(path: string, summary: string, { messages }: Program): void {
  try {
    const bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    if (bytes + Buffer.byteLength(summary) > largestSummaryBytes) {
      messages.write(`${toolName}: the step summary is full: summary.md is omitted\n`);
      return;
    }
    appendFileSync(path, `${bytes === 0 ? '' : '\n\n'}${summary}`);
  } catch {
    messages.write(`${toolName}: the file that GITHUB_STEP_SUMMARY names can't be written: see summary.md\n`);
  }
}
