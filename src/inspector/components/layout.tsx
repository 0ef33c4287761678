import { type ComponentChildren, Fragment } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { CentavoError, ServiceError, TimeoutError } from "../../client/errors.ts";
import { returnCodes } from "../contract.ts";
import { inLanguage, type Language, language, texts } from "../language.ts";
import type { Loaded } from "../live-data.ts";

interface SectionProps {
  title: string;
  /** Beside the title. */
  actions?: ComponentChildren;
  children: ComponentChildren;
}

export function Section({ title, actions, children }: SectionProps) {
  return (
    <section class="card">
      <header class="bar">
        <h2>{title}</h2>
        {actions}
      </header>
      {children}
    </section>
  );
}

/** What is loaded, or what went wrong, or that it is loading. The last data stays if a later read fails. */
export function Loading<Data>({
  of: { data, error },
  children,
}: {
  of: Loaded<Data>;
  children: (data: Data) => ComponentChildren;
}) {
  return (
    <>
      {error && <Problem error={error} />}
      {data === undefined ? !error && <p class="muted">{texts.layout.loading}</p> : children(data)}
    </>
  );
}

/** A text of the sandbox, translated, or marked with its own language. */
export function Said({ text, lang = "en" }: { text: string; lang?: Language }) {
  const translated = inLanguage(text);
  return <span lang={translated === text ? lang : language}>{translated}</span>;
}

/** Several texts of the sandbox, such as what is wrong with the fields of a request. */
export function AllSaid({ of: texts, lang = "en" }: { of: readonly string[]; lang?: Language }) {
  return texts.map((text, index) => (
    <Fragment key={text}>
      {index > 0 && "; "}
      <Said text={text} lang={lang} />
    </Fragment>
  ));
}

/** The rules of the service speak Portuguese. What is said of the clock or of a malformed request is English. */
function languageOf({ returnCode, status, messages }: ServiceError): Language {
  const isEnglish = returnCodes[`${returnCode}`]?.meaning.startsWith(messages.join()) ?? false;
  return !isEnglish && (returnCode !== undefined || status === 404) ? "pt-BR" : "en";
}

/** An error in the words of the sandbox. */
export function Problem({ error }: { error: Error }) {
  return (
    <p class="problem" role="alert">
      {textOf(error)}
    </p>
  );
}

/** The rules of the service say in Portuguese what is wrong. */
function explanationOf({ returnCode }: ServiceError): string {
  const meaning = returnCodes[`${returnCode}`]?.meaning;
  return meaning === undefined ? "" : `. ${meaning}`;
}

function textOf(error: Error): ComponentChildren {
  if (error instanceof ServiceError)
    return (
      <>
        {error.status}: <AllSaid of={error.messages} lang={languageOf(error)} />
        {error.returnCode !== undefined && texts.layout.returnCode(error.returnCode)}
        {language === "en" && languageOf(error) !== "en" && explanationOf(error)}
      </>
    );
  if (error instanceof TimeoutError) return texts.layout.timeout;
  if (error instanceof CentavoError || error instanceof TypeError) return texts.layout.noAnswer;
  return <Said text={error.message} />;
}

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
}

/** A dialog of the platform, which keeps the focus inside and closes with Escape. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} onClose={onClose} aria-label={title}>
      <header class="bar">
        <h2>{title}</h2>
        <button type="button" class="quiet" onClick={() => dialog.current?.close()}>
          {texts.layout.close}
        </button>
      </header>
      {children}
    </dialog>
  );
}
