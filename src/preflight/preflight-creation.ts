import type { PetReading } from '../animals/pet.ts';
import { tagSource } from '../animals/tag.ts';
import {
  longNames,
  type NameForm,
  nameForms,
  namesOfLoads,
  tagPlace,
  usualNames,
} from '../arbitraries/names.ts';
import { newPet, newPetText, petStatuses } from '../arbitraries/new-pet.ts';
import type { Exchange, RecordedResponse } from '../exchange/exchange.ts';
import { member, readJson } from '../json/exact-json.ts';
import { cutText, listed } from '../report/words.ts';
import { answerOf, summariseBriefly } from '../suite/answer.ts';
import type { RunOptions } from '../suite/run-options.ts';
import { type Credential, createPet } from '../target/api-request.ts';
import type { Target } from '../target/target.ts';
import type { PreflightStep } from '../verdict/run-event.ts';
import { good, note, problem } from './preflight-headers.ts';

/** Where the creations are sent, and the user's options for them. */
export interface TrialParts {
  readonly target: Target;
  readonly key: Credential;
  /** The tag of the run. */
  readonly run: string;
  readonly options: Pick<RunOptions, 'categoryIds' | 'nameTemplate'>;
  /** The maximum number of animals to create; two by default. */
  readonly mostAnimals?: number;
}

/** The known properties of an accepted plain creation. */
export interface AcceptedCreation {
  readonly steps: readonly PreflightStep[];
  /** Categories that work, best first. */
  readonly categories: readonly bigint[];
  readonly nameForm: NameForm;
  /** The created animals. */
  readonly pets: readonly PetReading[];
}

/** A plain creation of the preflight and its result. */
export interface TriedCreation {
  readonly category: bigint;
  readonly form: NameForm;
  readonly name: string;
  readonly exchange: Exchange;
}

/** Categories that are tried where neither the user nor the list names one. */
export const guessedCategories = [1n, 2n, 10n, 100n, 0n] as const;
export const mostCategoriesTried = 6;
/** As long as any later tag, which a bound on names must let pass; in letters it is none of theirs. */
const longestTag = 9_008_160;
/** Refusals of a key, a method, a form or a load, and not of what a body says. */
const otherRefusals: readonly number[] = [401, 405, 406, 408, 411, 415, 417, 421, 426, 428, 429, 431];

/** Whether a creation may be refused for its name or category: the document lists no status for that. */
function isOfValues(status: number): boolean {
  return status >= 400 && status < 500 && !otherRefusals.includes(status);
}

/** Tries plain creations one after another, until one is accepted or nothing is left to try. */
export class CreationTrials {
  readonly #parts: TrialParts;
  readonly #named: readonly bigint[];
  readonly #categories: readonly bigint[];
  readonly #forms: readonly NameForm[];
  readonly #tried: TriedCreation[] = [];

  /** @param list animals that exist, whose categories are tried first */
  constructor(parts: TrialParts, list: Exchange) {
    this.#parts = parts;
    this.#named = parts.options.categoryIds;
    this.#categories = categoriesToTry(this.#named, answerOf(list)?.pets ?? []);
    this.#forms = nameForms(parts.options.nameTemplate ?? null);
  }

  /** The first creation, in the usual form; further calls return the same. */
  async first(): Promise<TriedCreation> {
    const [form = usualNames] = this.#forms;
    const [category = 1n] = this.#categories;
    return this.#tried[0] ?? (await this.#try(form, category));
  }

  /** Tries further creations after the first one, and returns the result. */
  async find(): Promise<AcceptedCreation> {
    let last = await this.first();
    for (;;) {
      const answer = answerOf(last.exchange);
      if (answer !== null && answer.pet !== null) {
        const { mostAnimals = 2 } = this.#parts;
        const isUsual = last.form === usualNames && mostAnimals > 1;
        const accepted = isUsual ? await this.#withOtherName(last) : last;
        return this.#going(accepted, [
          good('category', `categoryId ${last.category} accepted`),
          ...this.#unusual(accepted),
        ]);
      }
      if (answer === null || !isOfValues(answer.status)) {
        // No question of names and categories: the run itself finds out what is wrong with creations.
        return this.#going(last, [unclear(last.exchange)]);
      }
      const next = this.#next(last);
      if (next === null) {
        return await this.#refused(last);
      }
      last = await this.#try(...next);
    }
  }

  /**
   * Tries a name with fewer words and another first one: a service may require what only the usual form has. Then names
   * of that form are accepted again.
   */
  async #withOtherName(usual: TriedCreation): Promise<TriedCreation> {
    // The run still has to see the list of a status without animals.
    const other = answerOf((await this.#try(namesOfLoads, usual.category, 'available')).exchange);
    if (other === null || !isOfValues(other.status)) {
      return usual;
    }
    const long = await this.#try(longNames, usual.category, 'available');
    return answerOf(long.exchange)?.status === 201 ? long : usual;
  }

  /** The next attempt after a rejection: the member that its message names, otherwise one that was not tried yet. */
  #next(last: TriedCreation): readonly [NameForm, bigint] | null {
    const [first = last.form, ...forms] = this.#forms;
    const [usual = last.category, ...categories] = this.#categories;
    const named = namedIn(last.exchange);
    const base = named === null ? { form: first, category: usual } : last;
    const [secondForm = first] = forms;
    const candidates = [
      ...(named === 'name' ? [] : categories.map((category) => [base.form, category] as const)),
      ...(named === 'category' ? [] : forms.map((form) => [form, base.category] as const)),
      ...(named === null ? categories.map((category) => [secondForm, category] as const) : []),
    ];
    const wasTried = (form: NameForm, category: bigint) =>
      this.#tried.some((tried) => tried.form === form && tried.category === category);
    return candidates.find((candidate) => !wasTried(...candidate)) ?? null;
  }

  /** Whether a creation without name and category, which requires a 400, is refused like this one, by another status. */
  async #refusesAlike({ response }: Exchange): Promise<boolean> {
    const { target, key } = this.#parts;
    if (response === null || response.status === 400) {
      return false;
    }
    const { response: ofNothing } = await target.send(createPet('{}', key), 'preflight');
    return ofNothing?.status === response.status && withoutNumbers(ofNothing) === withoutNumbers(response);
  }

  async #try(
    form: NameForm,
    category: bigint,
    status = petStatuses[this.#tried.length % petStatuses.length],
  ): Promise<TriedCreation> {
    const count = this.#tried.length;
    const tag = tagSource(this.#parts.run, longestTag + count, form).next();
    const name = form.template.replaceAll(tagPlace, () => tag);
    const body = newPetText(newPet(name, category, status));
    const exchange = await this.#parts.target.send(createPet(body, this.#parts.key), 'preflight');
    const tried = { category, form, name, exchange };
    this.#tried.push(tried);
    return tried;
  }

  /** A rejected name, if the service accepts one of another form. */
  #unusual(accepted: TriedCreation): PreflightStep[] {
    const { form, name } = accepted;
    const before = this.#tried.slice(0, this.#tried.indexOf(accepted));
    const refused = before.findLast(
      (tried) => tried.form !== form && isOfValues(answerOf(tried.exchange)?.status ?? 0),
    );
    return refused === undefined
      ? []
      : [
          note(
            'name',
            `${JSON.stringify(refused.name)} is refused (${reasonIn(refused.exchange)}); ${JSON.stringify(name)} is accepted, so the run uses names of that form`,
          ),
        ];
  }

  #going({ category, form }: TriedCreation, steps: readonly PreflightStep[]): AcceptedCreation {
    const others = this.#named.filter((other) => other !== category);
    const pets = this.#tried.flatMap(({ exchange }) => answerOf(exchange)?.pet ?? []);
    return { steps, categories: [category, ...others], nameForm: form, pets };
  }

  /**
   * A category that the user names works, and so does a name: then the run shows what is wrong with creations, as where
   * one without name and category is refused in the same way.
   */
  async #refused(last: TriedCreation): Promise<AcceptedCreation> {
    const isNamedByUser = this.#named.length > 0 && this.#parts.options.nameTemplate !== undefined;
    const first = this.#tried[0] ?? last;
    if (
      isNamedByUser ||
      (this.#named.length > 0 && namedIn(last.exchange) !== 'name') ||
      (await this.#refusesAlike(last.exchange))
    ) {
      return this.#going(first, [unclear(first.exchange)]);
    }
    const names = [...new Set(this.#tried.map(({ form }) => form))].length;
    const categories = [...new Set(this.#tried.map(({ category }) => category))];
    const text = `the service accepts no creation: tried ${names === 1 ? `names like ${JSON.stringify(last.name)}` : `${names} forms of names, the last one ${JSON.stringify(last.name)}`} in ${categories.length === 1 ? 'category' : 'the categories'} ${categories.join(', ')}; the service returned ${reasonIn(last.exchange)}`;
    const step = problem('creation', text, remedyOf(namedIn(last.exchange)));
    return { steps: [step], categories: [], nameForm: first.form, pets: [] };
  }
}

/** A body without ids and times, which differ from one response to the next. */
function withoutNumbers({ body }: RecordedResponse): string {
  return body.replace(/[\w-]+/g, (word) => (/\d/.test(word) ? '' : word));
}

/** The member that the body of a rejection names: the name, the category, or `null` for neither or both. */
function namedIn({ response }: Exchange): 'name' | 'category' | null {
  const text = response?.body ?? '';
  const name = /\bname\b/i.test(text);
  const category = /categor/i.test(text);
  return name === category ? null : name ? 'name' : 'category';
}

function remedyOf(refused: 'name' | 'category' | null): string {
  const ways = [
    ...(refused === 'name' ? [] : ['a category that exists with --category-id']),
    ...(refused === 'category'
      ? []
      : [`other text around the tag of a name with --name-template 'pet-${tagPlace}'`]),
    '--read-only to test without creations',
  ];
  const limit = 'No template makes names shorter than 10 letters: by this tag the run recognises its animals';
  return `pass ${listed(ways, 'or')}${refused === 'category' ? '' : `. ${limit}`}`;
}

/** The status, and the message of the service in its own words. */
function reasonIn({ response }: Exchange): string {
  const body = response?.body ?? '';
  const message = member(readJson(body), 'message');
  const { text, cut } = cutText(typeof message === 'string' && message !== '' ? message : body, 160);
  return `${response?.status ?? 'nothing'}: ${JSON.stringify(cut === 0 ? text : `${text}…`)}`;
}

function unclear(exchange: Exchange): PreflightStep {
  const text = `expected 201 and a Pet, but POST /pets returned ${summariseBriefly(exchange)}. The run continues and reports this; requirements that need a created animal may be inconclusive`;
  return note('creation', text);
}

/**
 * The categories that the user names, or else those that a service is likely to have: after 1, those of most listed
 * animals.
 */
function categoriesToTry(named: readonly bigint[], listed: readonly PetReading[]): readonly bigint[] {
  const seen = listed.flatMap(({ categoryId }) => (typeof categoryId === 'bigint' ? [categoryId] : []));
  const animalsIn = (category: bigint): number => seen.filter((other) => other === category).length;
  const ofMost = [...new Set(seen)].toSorted((one, other) => animalsIn(other) - animalsIn(one));
  const likely = [1n, ...ofMost, ...guessedCategories];
  return named.length > 0 ? named : [...new Set(likely)].slice(0, mostCategoriesTried);
}
