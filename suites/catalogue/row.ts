import type { CatalogueRow, Explanation, Level, Requirement } from '../../src/verdict/requirement.ts';

interface RowFields
  extends Pick<Requirement, 'statement' | 'section'>,
    Pick<Explanation, 'why' | 'right'>,
    Partial<Pick<Requirement, 'since'> & Pick<Explanation, 'needs'>> {
  /** By default the run checks every response. */
  readonly sends?: string;
  /** The conforming statuses, if the status alone decides. */
  readonly statuses?: readonly number[];
}

interface JudgedFields extends RowFields {
  /** By default one of `statuses`, or what the statement says. */
  readonly accepts?: string;
  readonly wrong: string;
}

interface ObservedFields extends RowFields {
  readonly alsoRight: string;
}

/** The fields that a row has to add to the shared ones; it may also override those. */
type Remaining<Fields, Shared> = Omit<Fields, keyof Shared> & Partial<Fields>;

const allResponses = 'No extra requests: checks every response of the run.';
const anyResponse =
  'Any response. The interface document does not specify the behaviour, so the run records it and cannot fail it.';

function rowOf<Fields extends JudgedFields | ObservedFields>(level: Level) {
  return <Shared extends Partial<Fields>>(shared: Shared, own: Remaining<Fields, Shared>): CatalogueRow => {
    // The type of `own` guarantees that none is missing.
    const fields = { ...shared, ...own } as unknown as Fields;
    const { statement, section, since = 1, sends = allResponses, why, statuses, needs = [], right } = fields;
    const documented = statuses === undefined ? statement : `Status ${statuses.join(' or ')}.`;
    const judged =
      'wrong' in fields
        ? { accepts: fields.accepts ?? documented, wrong: fields.wrong, alsoRight: null }
        : { accepts: anyResponse, wrong: null, alsoRight: fields.alsoRight };
    return { level, statement, section, since, explanation: { sends, why, needs, right, ...judged } };
  };
}

/** A requirement that the interface document states: a violation makes a service not conformant. */
export const must = rowOf<JudgedFields>('MUST');
/** A requirement of a standard or of robustness: a violation is a warning. */
export const should = rowOf<JudgedFields>('SHOULD');
/** Behaviour that the document does not specify: every response conforms. */
export const observe = rowOf<ObservedFields>('OBSERVE');
