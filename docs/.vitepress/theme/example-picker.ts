const LANGUAGE = "centavo-language";
const RESPONSE = "response";

/**
 * Shows one example at a time: a choice of the example changes its request and its response, a choice of the language
 * the request. A request without a name has several responses to choose among. Without this, a page shows all of them,
 * one after another.
 */
export function enhanceExamples(root: ParentNode): void {
  for (const section of root.querySelectorAll<HTMLElement>(".examples:not(.picked)")) {
    const all = [...section.querySelectorAll<HTMLElement>(".example")];
    const requests = all.filter(({ dataset }) => dataset.part !== RESPONSE);
    const names = new Map(
      all.flatMap(({ dataset }) =>
        dataset.example ? [[dataset.example, dataset.title ?? ""] as const] : [],
      ),
    );
    const isShared = requests.every(({ dataset }) => !dataset.example);
    const languages = [...new Set(requests.map(({ dataset }) => dataset.part ?? ""))];
    const example = select(isShared ? "Response" : "Example", [...names]);
    const language = select(
      "Language",
      languages.map((name) => [name, name]),
    );
    const chosen = localStorage.getItem(LANGUAGE) ?? "";
    if (languages.includes(chosen)) language.input.value = chosen;

    const show = () => {
      for (const each of all) {
        const { part, example: name } = each.dataset;
        const isChosen = part === RESPONSE || part === language.input.value;
        const isOther = Boolean(name) && name !== example.input.value;
        each.hidden = isOther || !isChosen;
        each.toggleAttribute("data-other-language", !isChosen);
      }
      localStorage.setItem(LANGUAGE, language.input.value);
    };
    for (const { input } of [example, language]) input.addEventListener("change", show);
    // A link leads to the heading of an example, which the choice replaces.
    const follow = () => {
      const heading = linkedElement();
      if (heading?.tagName !== "H3" || !section.contains(heading)) return;
      const of = all.find(
        (each) => heading.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_FOLLOWING,
      );
      example.input.value = of?.dataset.example ?? example.input.value;
      show();
      section.scrollIntoView();
    };
    addEventListener("hashchange", follow);

    const picker = document.createElement("div");
    picker.className = "picker";
    if (names.size > 1) picker.append(example.label);
    picker.append(language.label);
    section.prepend(picker);
    section.classList.add("picked");
    show();
    // The page is shorter now, so what a link led to is at another place. VitePress scrolls in the next frame.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        linkedElement()?.scrollIntoView();
        follow();
      }),
    );
  }
}

function linkedElement(): HTMLElement | null {
  return document.getElementById(decodeURIComponent(location.hash.slice(1)));
}

function select(name: string, options: readonly (readonly [value: string, text: string])[]) {
  const input = document.createElement("select");
  for (const [value, text] of options) input.add(new Option(text, value));
  input.className = "control";
  const label = document.createElement("label");
  label.className = "choice";
  label.append(name, input);
  return { label, input };
}
