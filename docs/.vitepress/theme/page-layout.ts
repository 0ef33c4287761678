import { useData, useRoute, withBase } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import { defineComponent, h, nextTick, onMounted, watch } from "vue";
import { enhanceOperation, listenToReaders } from "./operation-page.ts";

/** Each page has its source above and below its text. Pages of operations get their pickers. */
export const PageLayout = defineComponent({
  setup() {
    const { frontmatter, localeIndex, page, site, theme } = useData();
    const route = useRoute();
    const enhance = async () => {
      await nextTick();
      enhanceOperation();
    };
    onMounted(() => {
      document.documentElement.classList.add("mounted");
      dispatchEvent(new Event("centavo-mounted"));
      listenToReaders();
      void enhance();
    });
    watch(() => route.data, enhance);

    /** The folder of the page's language. */
    const folder = () => (localeIndex.value === "root" ? "/" : `/${localeIndex.value}/`);
    const source = () =>
      h("p", { class: "page-source" }, [
        h(
          "a",
          { href: withBase(`/${page.value.relativePath}`), target: "_self" },
          theme.value.source,
        ),
        ...["llms.txt", "llms-full.txt"].flatMap((file) => [
          " · ",
          h("a", { href: withBase(`${folder()}${file}`), target: "_self" }, file),
        ]),
      ]);
    // The start pages are no pages of text.
    const copy = () =>
      frontmatter.value.sidebar !== false &&
      h(
        "button",
        {
          type: "button",
          class: "copy-page",
          "data-source": withBase(`/${page.value.relativePath}`),
          "data-copied": theme.value.copied,
        },
        theme.value.copy,
      );
    const notFound = () => {
      const { title, quote, linkText } = theme.value.notFound;
      return h("main", { class: "not-found vp-doc" }, [
        h("h1", title),
        h("p", [`${quote} `, h("a", { href: site.value.base }, linkText)]),
      ]);
    };
    return () =>
      h(DefaultTheme.Layout, null, {
        "doc-before": copy,
        "doc-footer-before": source,
        "not-found": notFound,
      });
  },
});
