/** How pictures are drawn: their colours are those of the page, so that they follow light, dark and paper. */
export const chartStyles = `
figure { margin: 1.25rem 0; break-inside: avoid; }
figcaption { font-weight: 600; }
.key { display: flex; flex-wrap: wrap; gap: .125rem 1rem; margin: .25rem 0 .5rem; padding: 0; list-style: none; font-size: .8125rem; color: var(--faint); }
.key li { display: flex; align-items: center; gap: .375rem; }
.swatch { flex: none; }
.chart { display: block; width: calc(100% - 4.25rem); margin: 0 .75rem .25rem 3.5rem; overflow: visible; }
.chart text { font: 12px system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; fill: var(--faint); font-variant-numeric: tabular-nums; }
.chart text.label { fill: var(--ink); paint-order: stroke; stroke: var(--sheet); stroke-width: 4px; stroke-linejoin: round; }
.chart text.bad { fill: var(--bad); font-weight: 600; }
.chart text.number { fill: var(--ink); font-size: 11px; }
.chart .end { text-anchor: end; }
.chart .middle { text-anchor: middle; }
.overlay { overflow: visible; }
.plot path, .plot rect { vector-effect: non-scaling-stroke; }
.band { fill: var(--band); }
.band.odd { fill: none; }
.lead { stroke: var(--line); stroke-width: 1; }
.grid { stroke: var(--line); stroke-width: 1; fill: none; }
.axis { stroke: var(--faint); stroke-width: 1; }
.line { fill: none; stroke: var(--ink); stroke-width: 2; stroke-linejoin: round; }
.line.zero { stroke: var(--faint); stroke-width: 1; }
.line.limit { stroke-dasharray: 8 4; stroke-width: 1.5; }
.line.counted { stroke: var(--admitted); }
.line.announced { stroke: var(--announced); }
.line.offered { stroke-width: 1.25; stroke-dasharray: 2 3; }
.line.achieved, .line.median { stroke: var(--admitted); }
.line.tail { stroke: var(--announced); stroke-dasharray: 6 3; }
.ground { stroke: none; }
.ground.achieved { fill: var(--admitted); fill-opacity: .12; }
.bars { stroke: none; }
.bars.admitted { fill: var(--admitted); }
.bars.refused { fill: var(--refused); }
.bars.sent { fill: none; stroke: var(--ink); stroke-width: 1; }
.dot { stroke: none; }
.dot.announced { fill: var(--announced); }
.dot.longest { fill: var(--refused); }
.dot.failed { fill: var(--bad); stroke: var(--sheet); stroke-width: 1; }
.mark { stroke: var(--ink); stroke-width: 1.5; }
.mark.admitted { fill: var(--admitted); }
.mark.open { fill: var(--sheet); }
.cross { fill: none; stroke: var(--bad); stroke-width: 2.5; }
th[scope=row] { color: inherit; font-weight: 400; }
.verdict + .card { margin-top: 1rem; }
.figures td { white-space: nowrap; }
.scroll { margin: .5rem 0; }
.card > h3 { margin: 0 0 .25rem; }
@media print {
  details.data { display: none; }
  .figures th, .figures td { padding: .2rem .3rem; font-size: .7rem; }
}
#load .card > h3 { margin: 1.5rem 0 .5rem; }
`;
