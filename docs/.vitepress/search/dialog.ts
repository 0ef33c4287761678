import { useData, useRouter, withBase } from "vitepress";
import { computed, defineComponent, h, nextTick, onMounted, ref, shallowRef, watch } from "vue";
import {
  type Found,
  type Hit,
  type SearchFile,
  SiteSearch,
} from "../../../src/docs-search/search-index.ts";
import type { SearchLabels } from "./labels.ts";
import "./dialog.css";

const LIST = "search-results";
const optionId = (index: number) => `search-result-${index}`;

let loading: Promise<SiteSearch> | undefined;
let lastQuestion = "";

/** The search of the site, which only someone who searches loads, once. */
function loadSearch(): Promise<SiteSearch> {
  loading ??= fetch(withBase("/search.json")).then(async (response) => {
    if (!response.ok) throw new Error(`The text of the pages came with status ${response.status}.`);
    return SiteSearch.of((await response.json()) as SearchFile);
  });
  loading.catch(() => {
    loading = undefined;
  });
  return loading;
}

/** Replaces VitePress's dialog, which has one index for each language, and neither groups nor snippets. */
export default defineComponent({
  emits: ["close"],
  setup(_, { emit }) {
    const { lang, theme } = useData();
    const router = useRouter();
    const labels = computed<SearchLabels>(() => theme.value.searchLabels);
    const dialog = ref<HTMLDialogElement>();
    const input = ref<HTMLInputElement>();
    const question = ref(lastQuestion);
    const search = shallowRef<SiteSearch>();
    const hasFailed = ref(false);
    const chosen = ref(0);

    const answer = computed(() => search.value?.find(question.value, lang.value));
    const found = computed(() => answer.value?.pages ?? []);
    const addresses = computed(() => found.value.flatMap(({ hits }) => hits.map(addressOf)));
    watch(question, (text) => {
      lastQuestion = text;
      chosen.value = 0;
    });
    watch([chosen, found], async () => {
      await nextTick();
      document.getElementById(optionId(chosen.value))?.scrollIntoView({ block: "nearest" });
    });

    onMounted(() => {
      dialog.value?.showModal();
      input.value?.select();
      loadSearch().then(
        (loaded) => {
          search.value = loaded;
        },
        () => {
          hasFailed.value = true;
        },
      );
    });

    const close = () => dialog.value?.close();

    function onKey(event: KeyboardEvent): void {
      const count = addresses.value.length;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const address = addresses.value[chosen.value];
      if (event.isComposing || count === 0) return;
      if (step) chosen.value = (chosen.value + step + count) % count;
      else if (event.key === "Enter" && address) {
        close();
        void router.go(address);
      } else return;
      event.preventDefault();
    }

    function status(): string {
      if (hasFailed.value) return labels.value.failed;
      if (question.value.trim() === "") return labels.value.hint;
      if (!answer.value) return labels.value.loading;
      const { pages, without } = answer.value;
      if (pages.length === 0) return labels.value.nothing;
      return without.length > 0 ? `${labels.value.without}: ${without.join(", ")}` : "";
    }

    /** Where to look on if the pages do not have what others offer. */
    function notOffered() {
      if (status() !== labels.value.nothing) return [];
      const href = withBase(`/${labels.value.notOffered.page}.html`);
      return [" ", h("a", { href, onClick: close }, labels.value.notOffered.text)];
    }

    const option = (hit: Hit, index: number, isPage: boolean) =>
      h(
        "a",
        {
          id: optionId(index),
          class: "result",
          role: "option",
          tabindex: -1,
          href: addressOf(hit),
          "aria-selected": index === chosen.value,
          onMousemove: () => {
            chosen.value = index;
          },
          onClick: close,
        },
        [
          isPage && hit.snippet.length > 1 ? null : h("span", { class: "section" }, hit.title),
          h(
            "span",
            { class: "snippet" },
            hit.snippet.map(({ text, isFound }) => (isFound ? h("mark", text) : text)),
          ),
        ],
      );

    function group({ page, kind, isPortuguese, hits }: Found, start: number) {
      const heading = `search-page-${start}`;
      const language = isPortuguese ? "pt-BR" : "en";
      return h(
        "div",
        { class: "page", role: "group", "aria-labelledby": heading, lang: language },
        [
          h("div", { class: "heading", id: heading }, [
            h("strong", page.title),
            labels.value.kinds[kind] === page.title
              ? null
              : h("span", { class: "kind", lang: lang.value }, labels.value.kinds[kind]),
            language === lang.value
              ? null
              : h("span", { class: "kind" }, labels.value.languages[language]),
          ]),
          hits.map((hit, index) => option(hit, start + index, hit.title === page.title)),
        ],
      );
    }

    function groups() {
      let start = 0;
      return found.value.map((each) => {
        const shown = group(each, start);
        start += each.hits.length;
        return shown;
      });
    }

    return () =>
      h(
        "dialog",
        {
          ref: dialog,
          class: "search-dialog",
          "aria-label": labels.value.title,
          onClose: () => emit("close"),
          onClick: (event: MouseEvent) => {
            if (event.target === dialog.value) close();
          },
        },
        h("div", { class: "search-panel" }, [
          h("div", { class: "search-bar" }, [
            h("input", {
              ref: input,
              value: question.value,
              role: "combobox",
              type: "text",
              inputmode: "search",
              enterkeyhint: "go",
              autocomplete: "off",
              autocapitalize: "off",
              spellcheck: false,
              placeholder: labels.value.title,
              "aria-label": labels.value.title,
              "aria-expanded": found.value.length > 0,
              "aria-controls": LIST,
              "aria-activedescendant": found.value.length > 0 ? optionId(chosen.value) : undefined,
              onInput: (event: Event) => {
                question.value = (event.target as HTMLInputElement).value;
              },
              onKeydown: onKey,
            }),
            h(
              "button",
              { type: "button", class: "search-close", onClick: close },
              labels.value.close,
            ),
          ]),
          h("p", { class: "search-status", role: "status" }, [status(), ...notOffered()]),
          h(
            "div",
            { id: LIST, class: "search-list", role: "listbox", "aria-label": labels.value.results },
            groups(),
          ),
          h("p", { class: "search-keys" }, labels.value.keys),
        ]),
      );
  },
});

function addressOf({ address }: Hit): string {
  return withBase(`/${address}`);
}
