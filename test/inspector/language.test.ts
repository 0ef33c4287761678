import { afterAll, expect, test, vi } from "vitest";
import { contractForms } from "../../scripts/generate/inspector-forms.ts";

const refuse = () => {
  throw new DOMException("The browser keeps nothing.", "SecurityError");
};
vi.stubGlobal("CONTRACT_FORMS", contractForms());
vi.stubGlobal("localStorage", { getItem: refuse, setItem: refuse });
vi.stubGlobal("document", { documentElement: { lang: "" } });
vi.resetModules();
const inspector = await import("../../src/inspector/language.ts");

// The next file of this worker is in no page.
afterAll(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test("the inspector speaks also where the browser keeps nothing", () => {
  let shown = "";
  inspector.showInLanguage(() => {
    shown = inspector.language;
  });
  expect(shown).toBe("en");
  inspector.chooseLanguage("pt-BR");
  expect(shown).toBe("pt-BR");
});
