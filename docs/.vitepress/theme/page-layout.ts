import { useData, withBase } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import { defineComponent, h } from "vue";

const WORDS = {
  en: "This page as Markdown",
  "pt-BR": "Esta página em Markdown",
};

/** Each page has a link to its source below its text. */
export const PageLayout = defineComponent({
  setup() {
    const { page, lang } = useData();
    const source = () =>
      h("p", { class: "page-source" }, [
        h(
          "a",
          { href: withBase(`/${page.value.relativePath}`), target: "_self" },
          WORDS[lang.value as keyof typeof WORDS] ?? WORDS.en,
        ),
      ]);
    return () => h(DefaultTheme.Layout, null, { "doc-footer-before": source });
  },
});
