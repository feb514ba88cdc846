// Keeps the choice of colours from one report to the next. Without this the choice works, and lasts until the
// page is left.

const storedUnder = 'animal-store-conformance colours';

const colourInputs = /** @type {NodeListOf<HTMLInputElement>} */ (
  document.querySelectorAll('input[name="colours"]')
);

for (const input of colourInputs) {
  if (input.value === storedColours()) {
    input.checked = true;
  }
  input.addEventListener('change', () => {
    try {
      localStorage.setItem(storedUnder, input.value);
    } catch {
      // A browser may forbid it to files and frames.
    }
  });
}

/** @returns {string | null} */
function storedColours() {
  try {
    return localStorage.getItem(storedUnder);
  } catch {
    return null;
  }
}
