/** Styles of the matrix, beside those of every report; no `<`, `&` or `"` in them. */
export const matrixStyles = `
table.matrix th.column { vertical-align: bottom; padding: .25rem 0; text-align: left; }
table.matrix th.column span { writing-mode: vertical-rl; transform: rotate(180deg); white-space: nowrap; }
table.matrix td { text-align: center; padding: .125rem .375rem; }
table.matrix th.fault { text-align: left; font-weight: 400; color: var(--ink); white-space: nowrap; padding-right: .75rem; position: sticky; left: 0; background: var(--ground); }
table.matrix td.caught { color: var(--good); }
table.matrix td.principal { color: var(--good); background: var(--good-ground); font-weight: 700; }
table.matrix td.also { color: var(--faint); }
table.matrix td.missed, table.matrix td.misattributed { color: var(--bad); background: var(--bad-ground); font-weight: 700; }
`;
