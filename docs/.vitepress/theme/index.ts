import { inBrowser, type Theme } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import { nextTick, watch } from "vue";
import { PageLayout } from "./page-layout.ts";
import "./site.css";

/** VitePress's theme with the colours of Centavo, and what pages of operations need. */
export default {
  extends: DefaultTheme,
  Layout: PageLayout,
  enhanceApp({ router }) {
    if (!inBrowser) return;
    // The references open the search of the site by this address.
    if (new URLSearchParams(location.search).has("search")) {
      watch(
        () => router.route.path,
        () => nextTick(openSearch),
        { once: true, immediate: true },
      );
    }
  },
} satisfies Theme;

function openSearch(): void {
  const button = document.querySelector<HTMLElement>(".DocSearch-Button");
  if (button) button.click();
  else setTimeout(openSearch, 50);
}
