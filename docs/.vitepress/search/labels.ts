import type { Kind } from "../../../src/docs-search/search-index.ts";

export type SearchLabels = {
  title: string;
  close: string;
  results: string;
  hint: string;
  loading: string;
  failed: string;
  nothing: string;
  without: string;
  notOffered: { text: string; page: string };
  keys: string;
  kinds: Readonly<Record<Kind, string>>;
  languages: Readonly<Record<"en" | "pt-BR", string>>;
};

export const SEARCH: SearchLabels = {
  title: "Search",
  close: "Close",
  results: "Pages",
  hint: "Type a question, a field, an operation, or an error code such as -7708.",
  loading: "Loading the pages …",
  failed: "The text of the pages could not be loaded. Close the search and try again.",
  nothing: "No page has these words. Try other words, or fewer.",
  without: "No page has",
  notOffered: { text: "What the service does not offer", page: "not-offered" },
  keys: "↑ ↓ to choose · Enter to open · Esc to close",
  kinds: {
    guide: "Guide",
    operation: "Operation",
    errors: "Errors",
    sandbox: "Sandbox",
    control: "Sandbox control",
    assumption: "Assumptions",
    project: "Project",
  },
  languages: { en: "English", "pt-BR": "Portuguese" },
};

export const PORTUGUESE_SEARCH: SearchLabels = {
  title: "Buscar",
  close: "Fechar",
  results: "Páginas",
  hint: "Digite uma pergunta, um campo, uma operação ou um código de erro, como -7708.",
  loading: "Carregando as páginas …",
  failed: "Não foi possível carregar o texto das páginas. Feche a busca e tente de novo.",
  nothing: "Nenhuma página tem essas palavras. Tente outras, ou menos palavras.",
  without: "Nenhuma página tem",
  notOffered: { text: "O que o serviço não oferece", page: "pt-BR/not-offered" },
  keys: "↑ ↓ para escolher · Enter para abrir · Esc para fechar",
  kinds: {
    guide: "Guia",
    operation: "Operação",
    errors: "Erros",
    sandbox: "Sandbox",
    control: "Controle do sandbox",
    assumption: "Suposições",
    project: "Projeto",
  },
  languages: { en: "em inglês", "pt-BR": "em português" },
};
