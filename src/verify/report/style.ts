/** The style of the page. It needs no file beside it. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #1d2433; --faint: #5a6375; --line: #d5dae3; --page: #fff; --code: #f2f4f8;
  --held: #0b7a4b; --contradicted: #b3261e; --new: #6a4bc4; }
@media screen and (prefers-color-scheme: dark) { :root { --ink: #e4e8f0; --faint: #a3acbd; --line: #39414f; --page: #14181f;
  --code: #222833; --held: #5fd19a; --contradicted: #ff8a80; --new: #b9a3ff; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
main, footer { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0; }
h2, main > details > summary { font-size: 1.25rem; font-weight: bold; margin: 2.5rem 0 .75rem; }
h3 { font-size: 1rem; margin: 1.5rem 0 .5rem; }
.faint { color: var(--faint); }
code { font: .9em/1.5 ui-monospace, monospace; background: var(--code); border-radius: 3px; padding: .1em .25em; }
.counts { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1.5rem 0; }
.counts div { flex: 1 1 8rem; border: 1px solid var(--line); border-top: 4px solid var(--faint); border-radius: 4px;
  padding: .5rem .75rem; display: flex; flex-direction: column-reverse; }
.counts dd { margin: 0; font-size: 1.75rem; line-height: 1.2; }
.counts dt { font-size: .9rem; }
.counts .held { border-top-color: var(--held); }
.counts .contradicted { border-top-color: var(--contradicted); }
.counts .new { border-top-color: var(--new); }
.stopped { border-left: 4px solid var(--contradicted); padding-left: .75rem; }
article { margin: 1.5rem 0; border-left: 4px solid var(--line); padding-left: .75rem; }
article > * { margin: 0 0 .5rem; }
li { margin: .4rem 0; }
summary { cursor: pointer; }
@media print {
  body { font-size: 10pt; }
  main, footer { max-width: none; padding: 0; }
  article, li, .counts { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
}
`;
