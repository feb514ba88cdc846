// What only a script can do is offered only where there is one.

const tools = document.getElementById('tools');
if (tools !== null && document.querySelector('[data-entry]') !== null) {
  tools.hidden = false;
}
