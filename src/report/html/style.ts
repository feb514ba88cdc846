import { createHash } from 'node:crypto';
import { chartStyles } from './chart-style.ts';

/**
 * The report's style sheet. It holds no `<`, `&` or `"`: these would be escaped where it is put into the page,
 * and its hash would no longer fit.
 */
export const styleSheet = `
:root {
  color-scheme: light dark;
  --ground: #f6f7f9; --sheet: #ffffff; --ink: #1a1f29; --faint: #5b6472; --line: #d9dee6; --code: #f0f2f6;
  --bad: #b3261e; --bad-ground: #fdecea; --warn: #8a5a00; --warn-ground: #fff4df;
  --good: #17693a; --good-ground: #e6f5ec; --link: #0b57d0;
  --admitted: #1a5fb4; --refused: #a65100; --announced: #7b2fa8; --band: #1a1f290d;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #12151b; --sheet: #1b1f27; --ink: #e6e9ef; --faint: #9aa4b2; --line: #323945; --code: #12151b;
    --bad: #ff8a80; --bad-ground: #3a1d1d; --warn: #f2c05c; --warn-ground: #35290f;
    --good: #7fd6a0; --good-ground: #14301f; --link: #8ab4f8;
    --admitted: #7fb2f5; --refused: #f0a35e; --announced: #cf9cf0; --band: #ffffff0d;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--ground); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
}
main, header, footer { max-width: 62rem; margin: 0 auto; padding: 0 1rem; }
header { padding-top: 1.5rem; }
footer { padding-bottom: 3rem; color: var(--faint); font-size: .875rem; }
a { color: var(--link); }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .25rem; }
h2 { font-size: 1.25rem; margin: 2.5rem 0 .75rem; }
h3 { font-size: 1rem; margin: 0; overflow-wrap: anywhere; }
p { margin: .25rem 0; overflow-wrap: anywhere; }
.verdict { border-radius: .5rem; padding: 1.25rem; border: 1px solid; }
.verdict.non-conformant { background: var(--bad-ground); border-color: var(--bad); }
.verdict.none { background: var(--warn-ground); border-color: var(--warn); }
.verdict.conformant { background: var(--good-ground); border-color: var(--good); }
.verdict.non-conformant h1 { color: var(--bad); }
.verdict.none h1 { color: var(--warn); }
.verdict.conformant h1 { color: var(--good); }
.verdict p { font-size: 1.05rem; }
nav { margin: 1rem 0; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; }
dl.facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(9.5rem, 1fr)); gap: .75rem 1.5rem; margin: 1.25rem 0; }
dt { color: var(--faint); font-size: .8125rem; }
dd { margin: 0; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .875rem; }
th, td { padding: .25rem .75rem; text-align: right; border-bottom: 1px solid var(--line); font-variant-numeric: tabular-nums; }
th:first-child, td:first-child { text-align: left; padding-left: 0; }
th { font-weight: 600; color: var(--faint); }
.bad { color: var(--bad); font-weight: 600; }
td.good { color: var(--good); font-weight: 600; }
.warn { color: var(--warn); font-weight: 600; }
.card {
  background: var(--sheet); border: 1px solid var(--line); border-left: .25rem solid var(--line);
  border-radius: .375rem; padding: 1rem; margin: 0 0 1rem; scroll-margin-top: 1rem;
}
.card.failed { border-left-color: var(--bad); }
.card.warned { border-left-color: var(--warn); }
.card > .about { color: var(--faint); font-size: .875rem; }
.card:target, .row:target { outline: 2px solid var(--link); }
.finding { border-top: 1px solid var(--line); margin-top: .75rem; padding-top: .75rem; }
.compare { display: grid; grid-template-columns: minmax(5rem, max-content) 1fr; gap: .25rem 1rem; margin: .5rem 0; }
.compare dd { white-space: pre-wrap; }
.compare dd.came { color: var(--bad); }
.warned .compare dd.came { color: var(--warn); }
code, pre { font: .8125rem/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; }
pre {
  margin: .25rem 0 .5rem; padding: .5rem .75rem; background: var(--code); border: 1px solid var(--line);
  border-radius: .25rem; white-space: pre-wrap; overflow-wrap: anywhere; overflow: hidden; max-width: 100%;
}
code { overflow-wrap: anywhere; }
.note { color: var(--faint); font-size: .8125rem; }
summary { cursor: pointer; }
details > summary { color: var(--link); font-size: .875rem; }
details.section > summary { color: inherit; font-size: inherit; margin: 2.5rem 0 .75rem; }
details.section > summary h2 { display: inline; margin: 0; }
.row { padding: .5rem 0; border-bottom: 1px solid var(--line); scroll-margin-top: 1rem; overflow-wrap: anywhere; }
.scroll + details { margin-top: .75rem; }
.rows { margin: 0; padding: 0; list-style: none; }
.tag { font-size: .75rem; color: var(--faint); border: 1px solid var(--line); border-radius: 1rem; padding: 0 .5rem; margin-left: .5rem; white-space: nowrap; }
${chartStyles}
@media (max-width: 30rem) {
  h1 { font-size: 1.4rem; }
  .compare { grid-template-columns: 1fr; gap: 0; }
  .compare dd { margin-bottom: .5rem; }
  .card { padding: .75rem; }
  th, td { padding: .25rem .375rem; font-size: .75rem; }
}
@media print {
  :root { --ground: #fff; --sheet: #fff; --ink: #000; --faint: #444; --line: #999; --code: #fff; --link: #000;
    --bad: #8c1d18; --bad-ground: #fff; --warn: #6b4600; --warn-ground: #fff; --good: #0f5028; --good-ground: #fff;
    --admitted: #1a5fb4; --refused: #a65100; --announced: #7b2fa8; --band: #0000000d; }
  body { font-size: 11pt; }
  nav { display: none; }
  .card { break-inside: avoid-page; }
  details::details-content { content-visibility: visible; block-size: auto; }
}
`;

/** Allows one style sheet and nothing else: no script, no picture, no request of any kind. */
export function contentSecurityPolicyOf(sheet: string): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(sheet).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}
