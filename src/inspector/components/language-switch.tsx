import { chooseLanguage, LANGUAGES, language } from "../language.ts";

/** A button for the other language, named in that language. */
export function LanguageSwitch() {
  const other = language === "en" ? "pt-BR" : "en";
  return (
    <button type="button" class="quiet language" lang={other} onClick={() => chooseLanguage(other)}>
      {LANGUAGES[other]}
    </button>
  );
}
