// Opens what a link leads to, everything at once, and on paper what a browser without ::details-content would
// leave folded.

const folds = () => document.querySelectorAll('details');
const button = document.getElementById('expand');

if (button !== null && document.querySelector('details:not(.keys)') === null) {
  button.hidden = true;
}

/** @param {boolean} open */
function openAll(open) {
  for (const fold of folds()) {
    fold.open = open;
  }
  if (button !== null) {
    button.setAttribute('aria-pressed', String(open));
  }
}

function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target === null) {
    return;
  }
  for (let fold = target.closest('details'); fold !== null; fold = outerFold(fold)) {
    fold.open = true;
  }
  for (const fold of target.querySelectorAll(':scope > details.further:first-of-type')) {
    fold.setAttribute('open', '');
  }
  target.scrollIntoView();
}

/** @param {HTMLDetailsElement} fold */
function outerFold(fold) {
  return fold.parentElement === null ? null : fold.parentElement.closest('details');
}

/** @type {HTMLDetailsElement[]} */
let openedForPaper = [];

addEventListener('beforeprint', () => {
  const everything = document.querySelector('#paper-everything:checked') !== null;
  if (everything && !CSS.supports('selector(details::details-content)')) {
    openedForPaper = [...folds()].filter(({ open }) => !open);
    for (const fold of openedForPaper) {
      fold.open = true;
    }
  }
});
addEventListener('afterprint', () => {
  for (const fold of openedForPaper) {
    fold.open = false;
  }
  openedForPaper = [];
});

button?.addEventListener('click', () => openAll(button.getAttribute('aria-pressed') !== 'true'));
addEventListener('hashchange', openTarget);
openTarget();
