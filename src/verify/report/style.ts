/** The style of the page. It needs no file beside it. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #1d2433; --faint: #5a6375; --line: #d5dae3; --page: #fff; --code: #f2f4f8;
  --held: #0b7a4b; --contradicted: #b3261e; --new: #6a4bc4; --open: #5a6375; }
@media (prefers-color-scheme: dark) { :root { --ink: #e4e8f0; --faint: #a3acbd; --line: #39414f; --page: #14181f;
  --code: #222833; --held: #5fd19a; --contradicted: #ff8a80; --new: #b9a3ff; --open: #a3acbd; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
main, footer { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem; }
h1 { font-size: 1.6rem; line-height: 1.25; margin: 0; }
h2 { font-size: 1.25rem; margin: 2.5rem 0 .75rem; }
h3 { font-size: 1rem; margin: 1.5rem 0 .5rem; }
.subject, .pointer, footer { color: var(--faint); }
.pointer { font-size: .85rem; margin-bottom: 0; }
code, pre { font: .9em/1.5 ui-monospace, monospace; background: var(--code); border-radius: 3px; }
code { padding: .1em .25em; }
pre { padding: .75rem; overflow-x: auto; margin: 0; }
.counts { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1.5rem 0; }
.counts div { flex: 1 1 8rem; border: 1px solid var(--line); border-top: 4px solid; border-radius: 4px;
  padding: .5rem .75rem; display: flex; flex-direction: column-reverse; }
.counts dd { margin: 0; font-size: 1.75rem; line-height: 1.2; font-variant-numeric: tabular-nums; }
.counts dt { font-size: .9rem; }
.counts .held { border-top-color: var(--held); }
.counts .contradicted { border-top-color: var(--contradicted); }
.counts .open { border-top-color: var(--open); }
.counts .new { border-top-color: var(--new); }
.stopped { border-left: 4px solid var(--contradicted); padding-left: .75rem; }
article { border: 1px solid var(--line); border-left: 4px solid; border-radius: 4px; padding: .75rem 1rem; margin: 1rem 0; }
article.contradicted { border-left-color: var(--contradicted); }
article.new { border-left-color: var(--new); }
article > :first-child { margin-top: 0; }
article > :last-child { margin-bottom: 0; }
.exchange { margin: .75rem 0; }
.exchange div { display: flex; gap: .75rem; }
.exchange dt { flex: 0 0 6rem; color: var(--faint); }
.exchange dd { margin: 0; min-width: 0; }
table { width: 100%; border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); }
th:last-child, td:last-child { white-space: nowrap; width: 6rem; }
th { color: var(--faint); font-weight: normal; font-size: .85rem; }
ul { padding-left: 1.25rem; }
li { margin: .35rem 0; }
@media (max-width: 34rem) { .counts div { flex-basis: 40%; } .exchange div { display: block; margin: .35rem 0; } }
@page { margin: 15mm; }
@media print {
  :root { color-scheme: light; --ink: #000; --faint: #444; --line: #bbb; --page: #fff; --code: #f2f4f8; --held: #0b7a4b;
    --contradicted: #b3261e; --new: #6a4bc4; --open: #5a6375; }
  body { font-size: 10pt; }
  main, footer { max-width: none; padding: 0; }
  article, tr, li, .counts { break-inside: avoid; }
  h2, h3, thead { break-after: avoid; }
  pre { white-space: pre-wrap; }
}
`;
