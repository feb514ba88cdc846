import type { QuotaFinding, QuotaJudgement } from '../judgement.ts';
import type { Timeline, TimelineEntry } from '../timeline.ts';

/** The maximum number of entries that a supported requirement cites. */
const mostCited = 5;

/** A finding; by default it relates to no other entry and does not rest on timing. */
type Violation = Omit<QuotaFinding, OftenAbsent> & Partial<Pick<QuotaFinding, OftenAbsent>>;
type OftenAbsent = 'related' | 'restsOnTiming';

/** Collects the findings, supported requirements and open questions of a judgement. */
export class Notes {
  readonly #findings = new Map<string, QuotaFinding>();
  readonly #supported = new Map<string, TimelineEntry[]>();
  readonly #undecided = new Map<string, Omit<QuotaJudgement['undecided'][number], 'requirement'>>();
  #moreBurstsTell = false;
  readonly #observations: QuotaJudgement['observations'][number][] = [];

  /** Keeps the first finding of each requirement and kind. */
  flag(finding: Violation): void {
    const name = `${finding.requirement} ${finding.kind}`;
    if (!this.#findings.has(name)) {
      this.#findings.set(name, { related: [], restsOnTiming: false, ...finding });
    }
  }

  support(requirement: string, entries: Timeline): void {
    const cited = this.#supported.get(requirement);
    if (cited === undefined) {
      this.#supported.set(requirement, entries.slice(0, mostCited));
    } else if (cited.length < mostCited) {
      cited.push(...entries.slice(0, mostCited - cited.length));
    }
  }

  /** The first reason counts; with `if-silent` only if nothing else is known. */
  leaveOpen(
    requirements: string | readonly string[],
    reason: string,
    when: 'always' | 'if-silent' = 'always',
  ): void {
    for (const requirement of [requirements].flat()) {
      if (!this.#undecided.has(requirement) && !(when === 'if-silent' && this.#supported.has(requirement))) {
        this.#undecided.set(requirement, { reason });
      }
    }
  }

  /** They can't be decided as long as another requirement is violated; `why`: the evidence that this hides. */
  leaveOpenFor(requirements: string | readonly string[], violated: string, why: string): void {
    for (const requirement of [requirements].flat()) {
      if (!this.#undecided.has(requirement)) {
        this.#undecided.set(requirement, { reason: `${why}: fix ${violated} first`, violated });
      }
    }
  }

  /** More bursts could decide the open requirements. */
  wantMoreBursts(): void {
    this.#moreBurstsTell = true;
  }

  observe(requirement: string, text: string, entries: Timeline): void {
    this.#observations.push({ requirement, text, entries: entries.slice(0, mostCited) });
  }

  hasFlagged(requirement: string): boolean {
    return [...this.#findings.values()].some((finding) => finding.requirement === requirement);
  }

  /** The entry of the first finding of a requirement, or `null`. */
  entryOf(requirement: string): TimelineEntry | null {
    return [...this.#findings.values()].find((finding) => finding.requirement === requirement)?.entry ?? null;
  }

  /** A finding outweighs an open question, and that a support. */
  summary(): Pick<
    QuotaJudgement,
    'findings' | 'supported' | 'undecided' | 'observations' | 'moreBurstsTell'
  > {
    const open = [...this.#undecided].filter(([requirement]) => !this.hasFlagged(requirement));
    return {
      findings: [...this.#findings.values()],
      supported: [...this.#supported]
        .filter(([requirement]) => !this.hasFlagged(requirement) && !this.#undecided.has(requirement))
        .map(([requirement, entries]) => ({ requirement, entries })),
      undecided: open.map(([requirement, why]) => ({ requirement, ...why })),
      observations: this.#observations,
      moreBurstsTell: this.#moreBurstsTell,
    };
  }
}
