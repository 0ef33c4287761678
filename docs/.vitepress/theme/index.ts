import { inBrowser, type Theme } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import { PageLayout } from "./page-layout.ts";
import "./site.css";
import "./operation.css";
import "./guides.css";
import "./live.css";

/** VitePress's theme with the colours of Centavo, and what pages of operations need. */
export default {
  extends: DefaultTheme,
  Layout: PageLayout,
  enhanceApp() {
    // The references open the search of the site by this address.
    if (inBrowser && new URLSearchParams(location.search).has("search")) openSearch();
  },
} satisfies Theme;

/** Waits until the page has its header. */
function openSearch(): void {
  const button = document.querySelector<HTMLElement>(".DocSearch-Button");
  // VitePress answers its button only once the page is mounted.
  if (button && document.documentElement.classList.contains("mounted")) button.click();
  else setTimeout(openSearch, 50);
}
