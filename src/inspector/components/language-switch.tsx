import { chooseLanguage, LANGUAGES, language } from "../language.ts";

/** A button for the other language, named in that language. */
export function LanguageSwitch() {
  const other = language === "en" ? "pt-BR" : "en";
  return (
    <p class="language">
      <button type="button" class="quiet" lang={other} onClick={() => chooseLanguage(other)}>
        {LANGUAGES[other]}
      </button>
    </p>
  );
}
