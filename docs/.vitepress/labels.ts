import type { DefaultTheme } from "vitepress";
import { PORTUGUESE_SEARCH, SEARCH } from "./search/labels.ts";

/** The words of the site's interface that differ from VitePress's own. */
export const LABELS = {
  source: "This page as Markdown",
  copy: "Copy page as Markdown",
  copied: "Copied",
  searchLabels: SEARCH,
  operations: { overview: "Overview", conventions: "Conventions", all: "All on one page" },
  notFound: {
    title: "Page not found",
    quote: "No page is at this address. Use the search for what you need.",
    linkText: "Go to the start page",
  },
};

/** The words of the interface for readers of Portuguese. */
export const PORTUGUESE_LABELS: Partial<DefaultTheme.Config> & typeof LABELS = {
  source: "Esta página em Markdown",
  copy: "Copiar a página em Markdown",
  copied: "Copiada",
  searchLabels: PORTUGUESE_SEARCH,
  operations: {
    overview: "Todas as operações",
    conventions: "Convenções",
    all: "Tudo em uma página (em inglês)",
  },
  outline: { level: [2, 3], label: "Nesta página" },
  docFooter: { prev: "Página anterior", next: "Próxima página" },
  darkModeSwitchLabel: "Aparência",
  lightModeSwitchTitle: "Mudar para o tema claro",
  darkModeSwitchTitle: "Mudar para o tema escuro",
  sidebarMenuLabel: "Menu",
  returnToTopLabel: "Voltar ao topo",
  langMenuLabel: "Mudar de idioma",
  skipToContentLabel: "Pular para o conteúdo",
  notFound: {
    title: "Página não encontrada",
    quote: "Este endereço não existe. Use a busca para achar o que precisa.",
    linkText: "Voltar ao início",
  },
};
