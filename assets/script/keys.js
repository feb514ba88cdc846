// Keys for readers who go through many findings. They can be switched off: speech input may press them by mistake.

const keysWanted = /** @type {HTMLInputElement | null} */ (document.getElementById('keys-wanted'));
const storedUnder = 'animal-store-conformance keys';

try {
  if (keysWanted !== null && localStorage.getItem(storedUnder) === 'off') {
    keysWanted.checked = false;
  }
} catch {
  // A browser may forbid it to files and frames.
}
keysWanted?.addEventListener('change', () => {
  try {
    localStorage.setItem(storedUnder, keysWanted.checked ? 'on' : 'off');
  } catch {
    // The choice lasts until the page is left.
  }
});

/** @type {Record<string, () => void>} */
const actions = {
  '/': () => document.getElementById('filter')?.focus(),
  j: () => step(1),
  k: () => step(-1),
  e: () => document.getElementById('expand')?.click(),
};

addEventListener('keydown', (event) => {
  const typing = event.target instanceof HTMLInputElement && event.target.type === 'search';
  if (typing && event.key === 'Escape' && event.target instanceof HTMLInputElement) {
    event.target.value = '';
    event.target.dispatchEvent(new Event('input'));
    event.target.blur();
  }
  const action = actions[event.key];
  if (
    action === undefined ||
    typing ||
    !keysWanted?.checked ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey
  ) {
    return;
  }
  event.preventDefault();
  action();
});

/**
 * Goes to the next or the previous finding.
 *
 * @param {1 | -1} by
 */
function step(by) {
  const links = /** @type {HTMLElement[]} */ ([
    ...document.querySelectorAll('.card :is(h3, h4) a, .row > p:first-child > a'),
  ]).filter((link) => link.checkVisibility());
  const at = links.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const next = links[at === -1 ? (by === 1 ? 0 : links.length - 1) : at + by];
  next?.focus({ preventScroll: true });
  next?.closest('.card, .row')?.scrollIntoView({ block: 'start' });
}
