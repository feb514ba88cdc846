// A button that copies, beside each command.

for (const block of document.querySelectorAll('.commands pre, .how pre')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    button.textContent = (await copied(block)) ? 'Copied' : 'Selected';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2_000);
  });
  block.before(button);
}

/**
 * Selects the text where a browser lets no page copy.
 *
 * @param {Element} block
 * @returns {Promise<boolean>}
 */
async function copied(block) {
  try {
    await navigator.clipboard.writeText(block.textContent ?? '');
    return true;
  } catch {
    getSelection()?.selectAllChildren(block);
    return false;
  }
}
