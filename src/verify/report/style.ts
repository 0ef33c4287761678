/** The style of the page. It needs no file beside it. */
export const STYLE = `
:root { color-scheme: light dark; --faint: light-dark(#5a6375, #a3acbd); --code: light-dark(#f2f4f8, #222833); }
body { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem; font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.25; }
h2, summary { font-size: 1.25rem; font-weight: bold; margin: 2.5rem 0 .75rem; }
h3 { font-size: 1rem; margin: 0; }
.faint { color: var(--faint); }
code { font: .9em/1.5 ui-monospace, monospace; background: var(--code); border-radius: 3px; padding: .1em .25em; }
article { margin: 1.5rem 0; border-left: 4px solid var(--code); padding-left: .75rem; }
p { margin: .5rem 0; }
summary { cursor: pointer; }
@media print {
  body { font-size: 10pt; max-width: none; padding: 0; }
  article { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
}
`;
