const columns = 84;
const rows = 30;
const lineHeight = 18;
const characterWidth = 8.43;
const margin = 16;
/** Pauses are shortened to this, in ms. */
const maxPauseMs = 700;
const typingMs = 1_500;
const restMs = 6_000;

const palette = { 31: '#ff7b72', 32: '#7ee787', 33: '#e3b341', 34: '#79c0ff', 35: '#d2a8ff', 36: '#76e3ea' };

/**
 * An animated SVG of a terminal: the command, and its output as it was recorded. A reader who prefers no motion sees
 * the last screen.
 *
 * @param pieces the output in pieces of SGR-coloured text, each with its time in ms
 */
export function terminalPicture(command, pieces) {
  const lines = [{ atMs: 0, text: `$ ${command}` }, ...timedLines(pieces)];
  const endMs = lines.at(-1).atMs + restMs;
  const width = Math.ceil(columns * characterWidth + 2 * margin);
  const height = rows * lineHeight + 2 * margin;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">
<title>A failing run in a terminal</title>
<style>
text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; fill: #e6edf3; white-space: pre; }
.bold { font-weight: 700; } .dim { opacity: .65; }
@media (prefers-reduced-motion: no-preference) {
  .lines { animation: scroll ${endMs}ms step-end infinite; }
  .lines text { opacity: 0; animation-duration: ${endMs}ms; animation-timing-function: step-end; animation-iteration-count: infinite; }
}
${scrolling(lines, endMs)}
${appearing(lines, endMs)}
</style>
<rect width="100%" height="100%" rx="10" fill="#0d1117"/>
<clipPath id="screen"><rect width="${width - 2 * margin}" height="${rows * lineHeight}"/></clipPath>
<g clip-path="url(#screen)" transform="translate(${margin} ${margin})">
<g class="lines" transform="translate(0 ${-offset(lines.length)})">
${lines.map(({ text }, index) => lineOf(text, index)).join('\n')}
</g>
</g>
</svg>
`;
}

/** The lines of the output, each at the time at which it was complete, with long pauses shortened. */
function timedLines(pieces) {
  let atMs = typingMs;
  let beforeMs = pieces[0]?.atMs ?? 0;
  return pieces.flatMap((piece) => {
    atMs += Math.min(maxPauseMs, piece.atMs - beforeMs);
    beforeMs = piece.atMs;
    const complete = piece.text.replace(/\n$/, '').split('\n');
    return complete.map((text) => ({ atMs: Math.round(atMs), text }));
  });
}

function offset(lineCount) {
  return Math.max(0, lineCount - rows) * lineHeight;
}

const percent = (atMs, endMs) => `${((100 * atMs) / endMs).toFixed(2)}%`;

function scrolling(lines, endMs) {
  const counts = new Map(lines.map(({ atMs }, index) => [percent(atMs, endMs), index + 1]));
  const steps = Array.from(
    counts,
    ([time, count]) => `${time} { transform: translateY(${-offset(count)}px); }`,
  );
  return `@keyframes scroll { ${steps.join(' ')} }`;
}

function appearing(lines, endMs) {
  const times = [...new Set(lines.map(({ atMs }) => atMs))];
  return times
    .map((atMs) => {
      const name = `at${atMs}`;
      const selector = lines.flatMap((line, index) => (line.atMs === atMs ? [`#line${index}`] : [])).join();
      return `@keyframes ${name} { ${percent(atMs, endMs)}, 100% { opacity: 1; } } ${selector} { animation-name: ${name}; }`;
    })
    .join('\n');
}

function lineOf(text, index) {
  return `<text id="line${index}" y="${(index + 1) * lineHeight - 4}">${spansOf(text)}</text>`;
}

const escapeCharacter = String.fromCharCode(27);
const sgr = new RegExp(`${escapeCharacter}\\[([\\d;]*)m`);

/** The text with its SGR sequences (ECMA-48) as spans. */
function spansOf(text) {
  const [plain, ...rest] = text.split(sgr);
  let style = { className: '', fill: '' };
  let spans = span(plain, style);
  for (let index = 0; index < rest.length; index += 2) {
    style = rest[index].split(';').map(Number).reduce(styled, style);
    spans += span(rest[index + 1], style);
  }
  return spans;
}

function styled(style, code) {
  const classNames = { 1: 'bold', 2: 'dim', 22: '' };
  if (code === 0) {
    return { className: '', fill: '' };
  }
  if (code in classNames) {
    return { ...style, className: classNames[code] };
  }
  return { ...style, fill: palette[code] ?? (code === 39 ? '' : style.fill) };
}

function span(text, { className, fill }) {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  if (text === '' || (className === '' && fill === '')) {
    return escaped;
  }
  return `<tspan${className && ` class="${className}"`}${fill && ` fill="${fill}"`}>${escaped}</tspan>`;
}
