/** Rules of the matrix alone: names stay in sight, signs stand in columns of one width. */
export const matrixStyle = `
.implementations th, .implementations td { text-align: center; padding: 0.1875rem 0.5rem; }
.implementations th:first-child { position: sticky; left: 0; z-index: 1; background: var(--ground); text-align: left; }
.implementations th:first-child { min-width: 9rem; overflow-wrap: anywhere; }
.implementations thead th { min-width: 4rem; max-width: 9rem; vertical-align: bottom; overflow-wrap: break-word; }
.implementations td { position: relative; font-size: 1rem; line-height: 1.25; }
.implementations td a { display: block; color: inherit; text-decoration: none; }
.implementations tbody tr:hover > * { background: var(--code); }
.spoken { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (min-width: 40rem) {
  .implementations th:first-child { white-space: nowrap; }
}
`;
