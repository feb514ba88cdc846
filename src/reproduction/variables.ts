import { partsOf, variablesIn } from '../report/shell-word.ts';
import type { GivenVariable, Template } from './reproduction.ts';

/** The fresh part of names, where an animal may be left of an earlier try. */
export const tagVariable = 'tag';

/** The variables of a file, one for each expression in its requests. */
export class Variables {
  readonly #byExpression = new Map<string, GivenVariable>();

  /** A recorded text with variables in the place of the expressions for keys. */
  template(text: string): Template {
    return partsOf(text).flatMap((part, index) =>
      index % 2 === 1 ? this.#of(part) : part === '' ? [] : part,
    );
  }

  get given(): readonly GivenVariable[] {
    return [...this.#byExpression.values()];
  }

  #of(expression: string): GivenVariable {
    const plain = /^\$\{([A-Z_0-9]+)\}$/.exec(expression);
    const normal = plain === null ? expression : `$${plain[1]}`;
    const known = this.#byExpression.get(normal);
    if (known !== undefined) {
      return known;
    }
    const [variable = 'key'] = variablesIn(expression);
    const base = variable.replace(/^ANIMAL_STORE_/, '').toLowerCase();
    const isPlain = normal === `$${variable}`;
    const made = {
      name: isPlain ? base : `${base}_derived_${this.#byExpression.size + 1}`,
      expression: normal,
    };
    this.#byExpression.set(normal, made);
    return made;
  }
}

/** Replaces a text in a template by a variable, wherever it occurs. */
export function withVariable(template: Template, text: string, name: string): Template {
  return template.flatMap((part) => {
    if (typeof part !== 'string' || text === '' || !part.includes(text)) {
      return [part];
    }
    return part
      .split(text)
      .flatMap((piece, index) => [...(index === 0 ? [] : [{ name }]), ...(piece === '' ? [] : [piece])]);
  });
}
