import { useData } from "vitepress";
import { computed } from "vue";

/** What VitePress's own function of this name gives, but with links to pages that exist. */
export function useLangs() {
  const { site, localeIndex, page, theme, hash } = useData();
  const currentLang = computed(() => {
    const { label, link = "/" } = site.value.locales[localeIndex.value] ?? {};
    return { label, link };
  });
  const localeLinks = computed(() => {
    const folder = localeIndex.value === "root" ? "" : `${localeIndex.value}/`;
    const file = page.value.relativePath.slice(folder.length).replace(/\.md$/, "");
    const { translated, onlyPortuguese } = theme.value as Record<string, readonly string[]>;
    return Object.entries(site.value.locales)
      .filter(([key]) => key !== localeIndex.value)
      .map(([key, { label, link = "/" }]) => {
        const same = key === "root" ? file : `${key}/${file}`;
        const isThere =
          key === "root"
            ? !page.value.isNotFound && !onlyPortuguese?.includes(`pt-BR/${file}`)
            : translated?.includes(same);
        const address = `/${same.replace(/(^|\/)index$/, "$1").replace(/[^/]$/, "$&.html")}`;
        return { text: label, link: isThere ? address + hash.value : link };
      });
  });
  return { localeLinks, currentLang };
}
