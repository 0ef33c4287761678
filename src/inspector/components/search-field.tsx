import { useEffect, useRef, useState } from "preact/hooks";
import { texts } from "../language.ts";
import { addressOf, type Route } from "../router.ts";

/** The screen of the results. Its filter `q` is what to look for. */
export const SEARCH = "search";
/** The shortest text that the sandbox looks for. */
export const MIN_LENGTH = 2;
/** How long typing pauses before the page searches, in milliseconds. */
const PAUSE = 200;

/** One field for everything. What it finds has an address of its own, so it can be shared, and the way back leads from it. */
export function SearchField({ route }: { route: Route }) {
  const isShown = route.screen === SEARCH;
  const shown = isShown ? (route.filters.q ?? "") : "";
  const [text, setText] = useState(shown);
  const field = useRef<HTMLInputElement>(null);
  useSlash(field);
  useEffect(() => {
    // What is being typed is ahead of the address.
    if (!isShown || document.activeElement !== field.current) setText(shown);
  }, [isShown, shown, route.screen, route.id]);
  const go = () => {
    const q = text.trim();
    if (q === shown || q.length < MIN_LENGTH) return;
    const address = addressOf({ companyId: route.companyId, screen: SEARCH, filters: { q } });
    if (isShown) location.replace(address);
    else location.hash = address;
  };
  useEffect(() => {
    const timer = setTimeout(go, PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <search class="search">
      <input
        ref={field}
        type="search"
        value={text}
        aria-label={texts.screens.search}
        aria-keyshortcuts="/"
        placeholder={texts.search.hint}
        autoComplete="off"
        onInput={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={({ key }) => key === "Enter" && go()}
      />
    </search>
  );
}

/** `/` goes to the field, except from another one. */
function useSlash(field: { current: HTMLInputElement | null }): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, ctrlKey, altKey, metaKey, target } = event;
      if (key !== "/" || ctrlKey || altKey || metaKey) return;
      if ((target as Element).closest("input, select, textarea, dialog")) return;
      event.preventDefault();
      field.current?.select();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}
