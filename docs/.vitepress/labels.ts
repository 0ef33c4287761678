import type { DefaultTheme } from "vitepress";

/** The words of VitePress's own interface that a reader of Portuguese would otherwise see in English. */
export const LABELS = {
  outline: "On this page",
  notFound: {
    title: "Page not found",
    quote: "No page is at this address. Use the search, or:",
    linkText: "go to the start page",
  },
};

export const PORTUGUESE_LABELS: Partial<DefaultTheme.Config> = {
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
    quote: "Este endereço não existe. Use a busca ou:",
    linkText: "volte ao início",
  },
};
