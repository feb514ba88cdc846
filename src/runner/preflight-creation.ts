import { disguisedNameForms, type NameForm, nameForms, usualNames } from '../arbitraries/name-form.ts';
import { newPet, newPetText, petStatuses } from '../arbitraries/new-pet.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { type PetReading, readPet, readPets } from '../history/pet.ts';
import { tagSource } from '../history/tag.ts';
import { member, readJson } from '../json/exact-json.ts';
import { cutText } from '../report/words.ts';
import { createPet } from '../target/api-request.ts';
import type { PreflightStep } from '../verdict/run-event.ts';
import { answerOf, summariseBriefly } from './answer.ts';
import { good, note, problem } from './preflight-headers.ts';
import type { Session } from './session.ts';

/** The known properties of an accepted plain creation. */
export interface AcceptedCreation {
  readonly steps: readonly PreflightStep[];
  /** Categories that work, best first. */
  readonly categories: readonly bigint[];
  readonly nameForm: NameForm;
}

/** A plain creation of the preflight and its result. */
export interface TriedCreation {
  readonly category: bigint;
  readonly form: NameForm;
  readonly name: string;
  readonly exchange: Exchange;
}

/** Categories that are tried where neither the user nor the list names one. */
const guessedCategories = [1n, 2n, 10n, 100n, 0n] as const;
const mostCategoriesTried = 6;
/** Statuses of refusals that may be for a name or a category. */
const refusals: readonly number[] = [400, 422];

/** Tries plain creations one after another, until one is accepted or nothing is left to try. */
export class CreationTrials {
  readonly #session: Session;
  readonly #named: readonly bigint[];
  readonly #categories: readonly bigint[];
  readonly #forms: readonly NameForm[];
  readonly #tried: TriedCreation[] = [];

  constructor(session: Session, list: Exchange) {
    this.#session = session;
    this.#named = session.options.categoryIds;
    this.#categories = categoriesToTry(this.#named, readPets(answerOf(list)?.json) ?? []);
    const { nameTemplate = null, disguised = false } = session.options;
    this.#forms = disguised && nameTemplate === null ? disguisedNameForms : nameForms(nameTemplate);
  }

  /** The first creation, in the usual form; further calls return the same. */
  async first(): Promise<Exchange> {
    const [first] = this.#tried;
    return (first ?? (await this.#try(0, 0))).exchange;
  }

  /** Tries further creations after the first one, and returns the result. */
  async find(): Promise<AcceptedCreation> {
    await this.first();
    for (;;) {
      const last = this.#tried.at(-1);
      const answer = last === undefined ? null : answerOf(last.exchange);
      if (last !== undefined && answer?.status === 201 && readPet(answer.json) !== null) {
        return this.#accepted(last);
      }
      if (last === undefined || answer === null || !refusals.includes(answer.status)) {
        // No question of names and categories: the run itself finds out what is wrong with creations.
        return this.#left(last);
      }
      const next = this.#next(last);
      if (next === null) {
        return this.#refused(last);
      }
      await this.#try(...next);
    }
  }

  /** The next attempt after a rejection: the member that its message names, otherwise one that was not tried yet. */
  #next(last: TriedCreation): readonly [form: number, category: number] | null {
    const form = this.#forms.indexOf(last.form);
    const category = this.#categories.indexOf(last.category);
    const named = namedIn(last.exchange);
    const otherForms = this.#forms.slice(1).map((_, index) => [index + 1, category] as const);
    const otherCategories = this.#categories.slice(1).map((_, index) => [form, index + 1] as const);
    const candidates =
      named === 'name'
        ? otherForms
        : named === 'category'
          ? otherCategories
          : [
              ...otherCategories.map(([, each]) => [0, each] as const),
              ...otherForms.map(([each]) => [each, 0] as const),
            ];
    return candidates.find(([each, of]) => !this.#wasTried(each, of)) ?? null;
  }

  #wasTried(form: number, category: number): boolean {
    return this.#tried.some(
      (tried) => tried.form === this.#forms[form] && tried.category === this.#categories[category],
    );
  }

  async #try(formIndex: number, categoryIndex: number): Promise<TriedCreation> {
    const form = this.#forms[formIndex] ?? usualNames;
    const category = this.#categories[categoryIndex] ?? 1n;
    const count = this.#tried.length;
    const name = tagSource(this.#session.tags.run, count + 1, form).plainName();
    const body = newPetText(newPet(name, category, petStatuses[count % petStatuses.length]));
    const exchange = await this.#session.target.send(createPet(body, this.#session.key), 'preflight');
    const tried = { category, form, name, exchange };
    this.#tried.push(tried);
    return tried;
  }

  #accepted({ category, form, name }: TriedCreation): AcceptedCreation {
    const steps: PreflightStep[] = [good('category', `${category} accepted`)];
    const unusual = this.#tried.findLast((tried) => tried.form !== form);
    if (unusual !== undefined) {
      steps.push(
        note(
          'name',
          `${JSON.stringify(unusual.name)} is refused (${reasonIn(unusual.exchange)}); ${JSON.stringify(name)} is accepted, so the run uses names of that form`,
        ),
      );
    }
    const others = this.#named.filter((other) => other !== category);
    return { steps, categories: [category, ...others], nameForm: form };
  }

  #left(last: TriedCreation | undefined): AcceptedCreation {
    const category = last?.category ?? 1n;
    const others = this.#named.filter((other) => other !== category);
    return {
      steps: last === undefined ? [] : [unclear(last.exchange)],
      categories: [category, ...others],
      nameForm: last?.form ?? usualNames,
    };
  }

  /**
   * A category that the user names works, and so does a name: then the run shows what is wrong with creations, as where
   * they are refused by a status that the document does not list.
   */
  #refused(last: TriedCreation): AcceptedCreation {
    const isNamedByUser = this.#named.length > 0 && this.#session.options.nameTemplate !== undefined;
    const [first = usualNames] = this.#forms;
    const isDocumented = answerOf(last.exchange)?.status === 400;
    if (!isDocumented || isNamedByUser || (this.#named.length > 0 && namedIn(last.exchange) !== 'name')) {
      return { ...this.#left(this.#tried[0]), nameForm: first };
    }
    const names = [...new Set(this.#tried.map(({ form }) => form))].length;
    const categories = [...new Set(this.#tried.map(({ category }) => category))];
    const text = `no creation is accepted: tried ${names === 1 ? `names like ${JSON.stringify(last.name)}` : `${names} forms of names, the last one ${JSON.stringify(last.name)}`} in ${categories.length === 1 ? 'category' : 'the categories'} ${categories.join(', ')}; the service returned ${reasonIn(last.exchange)}`;
    const remedy =
      'pass a name that it accepts with --name-template TEXT ({tag} is replaced by the tag of the run), a category that exists with --category-id, or --read-only to create nothing';
    return {
      steps: [problem('category', text, remedy)],
      categories: [],
      nameForm: first,
    };
  }
}

/** The member that the body of a rejection names: the name, the category, or `null` for neither or both. */
function namedIn({ response }: Exchange): 'name' | 'category' | null {
  const text = response?.body ?? '';
  const name = /\bname\b/i.test(text);
  const category = /categor/i.test(text);
  return name === category ? null : name ? 'name' : 'category';
}

/** The status, and the message of the service in its own words. */
function reasonIn({ response }: Exchange): string {
  const body = response?.body ?? '';
  const message = member(readJson(body), 'message');
  const { text, cut } = cutText(typeof message === 'string' && message !== '' ? message : body, 160);
  return `${response?.status ?? 'nothing'}: ${JSON.stringify(cut === 0 ? text : `${text}…`)}`;
}

function unclear(exchange: Exchange): PreflightStep {
  const text = `a creation returned ${summariseBriefly(exchange)}`;
  return note('category', text);
}

/** The categories that the user names, or else those that a service is likely to have, first those of listed animals. */
export function categoriesToTry(named: readonly bigint[], listed: readonly PetReading[]): readonly bigint[] {
  const seen = listed.flatMap(({ categoryId }) => (typeof categoryId === 'bigint' ? [categoryId] : []));
  const likely = [1n, ...[...new Set(seen)].slice(0, 3), ...guessedCategories];
  return named.length > 0 ? named : [...new Set(likely)].slice(0, mostCategoriesTried);
}
