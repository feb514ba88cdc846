// Shows the entries that match what is typed, and keeps that in the address: "is:failed is:must limit -get".

const input = /** @type {HTMLInputElement | null} */ (document.getElementById('filter'));
const count = document.getElementById('filter-count');
const entries = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('[data-entry]')]);
const inAddress = '#q=';

/** @type {Map<HTMLElement, string>} */
const texts = new Map();
/** @type {Map<HTMLDetailsElement, boolean>} */
const foldsBefore = new Map();

/** @param {HTMLElement} entry */
function textOf(entry) {
  const known = texts.get(entry) ?? `${entry.id} ${entry.textContent}`.toLowerCase();
  texts.set(entry, known);
  return known;
}

/**
 * @param {HTMLElement} entry
 * @param {string} term
 * @returns {boolean}
 */
function matches(entry, term) {
  if (term.startsWith('-') && term.length > 1) {
    return !matches(entry, term.slice(1));
  }
  if (term.startsWith('is:')) {
    return (entry.dataset['entry'] ?? '').toLowerCase().split(' ').includes(term.slice(3));
  }
  return textOf(entry).includes(term);
}

/** @param {string} text */
function show(text) {
  const terms = text
    .toLowerCase()
    .split(/\s+/)
    .filter((term) => term !== '');
  let found = 0;
  for (const entry of entries) {
    entry.hidden = !terms.every((term) => matches(entry, term));
    found += entry.hidden ? 0 : 1;
  }
  hideEmpty(terms.length > 0);
  foldAround(terms.length > 0);
  if (count !== null) {
    count.textContent = terms.length === 0 ? '' : `${found} of ${entries.length}`;
  }
}

/** @param {boolean} filtering */
function hideEmpty(filtering) {
  const shells = /** @type {NodeListOf<HTMLElement>} */ (
    document.querySelectorAll('[data-entries], main > :not([data-entries])')
  );
  for (const shell of shells) {
    shell.hidden = filtering && shell.querySelector('[data-entry]:not([hidden])') === null;
  }
}

/**
 * Opens what folds entries away while there is a filter, and folds it again afterwards.
 *
 * @param {boolean} filtering
 */
function foldAround(filtering) {
  for (const [fold, open] of foldsBefore) {
    fold.open = open;
  }
  foldsBefore.clear();
  for (const entry of filtering ? entries.filter(({ hidden }) => !hidden) : []) {
    for (let fold = outer(entry); fold !== null; fold = outer(fold)) {
      if (foldsBefore.has(fold)) {
        break;
      }
      foldsBefore.set(fold, fold.open);
      fold.open = true;
    }
  }
}

/**
 * @param {HTMLElement} element
 * @returns {HTMLDetailsElement | null}
 */
function outer(element) {
  return element.parentElement === null ? null : element.parentElement.closest('details');
}

function fromAddress() {
  if (input !== null && location.hash.startsWith(inAddress)) {
    input.value = decodeURIComponent(location.hash.slice(inAddress.length));
    show(input.value);
  }
}

input?.addEventListener('input', () => {
  show(input.value);
  try {
    history.replaceState(null, '', input.value === '' ? '#' : inAddress + encodeURIComponent(input.value));
  } catch {
    // A browser may forbid it to files and frames.
  }
});
addEventListener('hashchange', () => {
  if (input !== null && input.value !== '' && !location.hash.startsWith(inAddress)) {
    input.value = '';
    show('');
    document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView();
  }
  fromAddress();
});
fromAddress();
