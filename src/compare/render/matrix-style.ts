/** Style rules of the matrix: sticky ids, and columns of the same width in all tables. */
export const matrixStyle = `
.made td { white-space: nowrap; }
.implementations th, .implementations td { width: 1.625rem; min-width: 1.5rem; padding: 0.1875rem 0; text-align: center; }
.implementations th:first-child { position: sticky; left: 0; z-index: 1; width: 9rem; min-width: 9rem; max-width: 9rem; padding-right: 0.25rem; background: var(--ground); text-align: left; overflow-wrap: anywhere; }
.implementations thead th { vertical-align: bottom; }
.upright { display: inline-block; max-height: 9rem; overflow: hidden; line-height: 1.25; text-overflow: ellipsis; white-space: nowrap; writing-mode: vertical-rl; transform: rotate(180deg); }
.implementations td { position: relative; font-size: 1rem; line-height: 1.25; }
.implementations td a { display: block; color: inherit; text-decoration: none; }
.implementations tbody tr:hover > * { background: var(--code); }
.spoken { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (min-width: 40rem) {
  .implementations th:first-child { width: 21rem; min-width: 21rem; max-width: 21rem; }
  .implementations th, .implementations td { width: 2.25rem; min-width: 1.75rem; }
}
`;
