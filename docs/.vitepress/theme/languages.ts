import { useData } from "vitepress";
import { computed } from "vue";

/** What VitePress's own function of this place gives, with links to pages that exist. */
export function useLangs() {
  const { site, localeIndex, page, theme, hash } = useData();
  const locales = computed(() => site.value.locales);
  const currentLang = computed(() => ({
    label: locales.value[localeIndex.value]?.label,
    link: locales.value[localeIndex.value]?.link ?? "/",
  }));
  const localeLinks = computed(() =>
    Object.entries(locales.value)
      .filter(([key]) => key !== localeIndex.value)
      .map(([key, { label, link = "/" }]) => {
        const file = inLanguage(page.value.relativePath, key);
        const translated: readonly string[] = theme.value.translated;
        const isThere = key === "root" || translated.includes(file.replace(/\.md$/, ""));
        const address = `/${file.replace(/(^|\/)index\.md$/, "$1").replace(/\.md$/, ".html")}`;
        return { text: label, link: isThere ? address + hash.value : link };
      }),
  );
  return { localeLinks, currentLang };
}

/** The file of a page in another language: `pt-BR/guides/pix.md` for `guides/pix.md`. */
function inLanguage(file: string, key: string): string {
  const { site } = useData();
  const folder = Object.keys(site.value.locales).find((each) => file.startsWith(`${each}/`));
  const name = folder ? file.slice(folder.length + 1) : file;
  return key === "root" ? name : `${key}/${name}`;
}
