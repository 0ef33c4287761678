import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { isObject } from "../../contract/cursor.ts";
import type { ResourceType } from "../../contract/resource-types.ts";
import type { Kind, Kinds } from "../../contract/value-schema.ts";
import { formatMoney } from "../../text/format-money.ts";
import { pathTo } from "../contract.ts";
import { formatDay, formatLongTime, formatTime } from "../format.ts";
import { language, meaningOf, texts } from "../language.ts";
import { useSession } from "../live-data.ts";
import { parseTypedMoney } from "../parse-typed-money.ts";
import { addressOf, screenOf } from "../router.ts";

/** An amount as people in Brazil read it, with the centavos of the interface beside. */
export function Money({ centavos }: { centavos: number }) {
  return (
    <span class="money">
      {formatMoney(centavos)} <small title={texts.values.inCentavos}>{centavos}</small>
    </span>
  );
}

/** An amount for whoever does not work with the interface, e.g. in finance. */
export function Amount({ centavos }: { centavos: number }) {
  return <span class={centavos === 0 ? "money zero" : "money"}>{formatMoney(centavos)}</span>;
}

/** What a text means as an amount, for whoever types one. Nothing is said of no text. */
export function Meaning({ text }: { text: string }) {
  const centavos = parseTypedMoney(text, language);
  if (text === "") return null;
  return (
    <small class="meaning">
      {centavos === undefined
        ? texts.values.noAmount
        : texts.values.amount(formatMoney(centavos), centavos)}
    </small>
  );
}

export function Time({ at }: { at: string }) {
  return (
    <time dateTime={at} title={texts.values.inBrazil(formatLongTime(at), at)}>
      {formatTime(at)}
    </time>
  );
}

/** How long something took, in milliseconds. */
export function Duration({ of }: { of: number }) {
  return <small>{of < 1 ? "<1" : Math.round(of)} ms</small>;
}

export function Day({ day }: { day: string }) {
  return <time dateTime={day}>{formatDay(day)}</time>;
}

const TONES: Record<string, string> = {
  SUCCEEDED: "good",
  PAID: "good",
  ACTIVE: "good",
  APPROVED: "good",
  DELIVERED: "good",
  AVAILABLE: "good",
  FAILED: "bad",
  CANCELED: "bad",
  CHARGEBACK: "bad",
  REJECTED: "bad",
  DELETED: "bad",
  DISPUTED: "warn",
  PENDING: "warn",
  SUSPENDED: "warn",
  SKIPPED: "warn",
};

/** A status, by its word; the colour only repeats it. */
export function Status({ value }: { value: string }) {
  const meaning = meaningOf(value);
  return (
    <>
      <span class={`status ${TONES[value] ?? ""}`}>{value}</span>
      {meaning !== undefined && <small> {meaning}</small>}
    </>
  );
}

/** An HTTP status, or what happened instead of one. */
export function HttpStatus({ value }: { value: number | null }) {
  const tone = value === null || value >= 500 ? "bad" : value >= 400 ? "warn" : "good";
  return <span class={`status ${tone}`}>{value ?? texts.values.noAnswer}</span>;
}

interface ResourceLinkProps {
  type: ResourceType;
  id: string;
  /** The type and the end of the id by default. */
  label?: string;
  /** What the resource is read with, e.g. the subaccount that it belongs to. */
  filters?: Record<string, string>;
}

/** A link to the screen of a resource. */
export function ResourceLink({ type, id, label, filters = {} }: ResourceLinkProps) {
  const { companyId } = useSession().clients;
  return (
    <a href={addressOf({ companyId, screen: screenOf(type), id, filters })} title={id}>
      {label ?? (
        <>
          {texts.kinds[type]} <code>{shortId(id)}</code>
        </>
      )}
    </a>
  );
}

/** Ids begin with a time, so their ends tell them apart. */
export function shortId(id: string): string {
  return id.length > 12 ? `…${id.slice(-8)}` : id;
}

/** Copies a text, or shows it where it cannot: browsers have a clipboard only for pages of this machine, or with TLS. */
export function Copy({
  text,
  label = texts.values.copy,
}: {
  text: string | (() => Promise<string>);
  label?: string;
}) {
  const [outcome, setOutcome] = useState("");
  const [shown, setShown] = useState<string>();
  const copy = async () => {
    let value: string | undefined;
    try {
      value = typeof text === "string" ? text : await text();
      await navigator.clipboard.writeText(value);
      setOutcome(texts.values.copied);
    } catch {
      setOutcome(texts.values.notCopied);
      setShown(value);
    }
    setTimeout(() => setOutcome(""), 1_500);
  };
  const isOfText = typeof text !== "string" || text === shown;
  return (
    <>
      <button type="button" class="quiet" onClick={copy}>
        {outcome || label}
      </button>
      {isOfText && shown && <code class="to-copy">{shown}</code>}
    </>
  );
}

export function Json({ value }: { value: unknown }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which needs the keyboard's focus
    <pre tabIndex={0}>
      <code>{JSON.stringify(value, null, 2)}</code>
    </pre>
  );
}

interface FieldsProps {
  value: object;
  /** What the contract says of the fields. */
  kinds: Kinds;
  /** The path of the object, as the kinds have it. */
  path?: string;
}

/** The fields of an object with their names, nested objects below their name. */
export function Fields({ value, kinds, path }: FieldsProps) {
  const fields = Object.entries(value);
  if (fields.length === 0) return null;
  return (
    <dl>
      {fields.map(([name, field]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <FieldValue value={field} kinds={kinds} path={pathTo(name, path)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

type FieldValueProps = Omit<Required<FieldsProps>, "value"> & { value: unknown };

/** The value of a field, shown as what the contract says that it is. */
export function FieldValue({ value, kinds, path }: FieldValueProps) {
  if (value === null || value === undefined || value === "")
    return <span class="muted">{texts.values.none}</span>;
  if (Array.isArray(value)) return <Items value={value} kinds={kinds} path={path} />;
  if (typeof value === "object") return <Fields value={value} kinds={kinds} path={path} />;
  const kind = kinds[path];
  if (kind === undefined) return <>{`${value}`}</>;
  return kind in shownAs ? (
    shownAs[kind as keyof typeof shownAs](`${value}`)
  ) : (
    <ResourceLink type={kind as ResourceType} id={`${value}`} />
  );
}

/** The items of an array, which have its path. */
function Items({ value, kinds, path }: FieldValueProps & { value: unknown[] }) {
  if (value.length === 0) return <span class="muted">{texts.values.none}</span>;
  if (!value.every(isObject)) return <Json value={value} />;
  return (
    <>
      {value.map((item, index) => (
        <Fields key={index} value={item} kinds={kinds} path={path} />
      ))}
    </>
  );
}

/** How a value of each kind is shown. */
const shownAs: Record<Exclude<Kind, ResourceType>, (text: string) => JSX.Element> = {
  money: (text) => <Money centavos={Number(text)} />,
  time: (text) => <Time at={text} />,
  day: (text) => <Day day={text} />,
  status: (text) => <Status value={text} />,
  secret: () => <span class="muted">{texts.values.hidden}</span>,
  link: (text) =>
    // The address of a sandbox in a page leads nowhere.
    /^https?:\/\/[^/]+\.invalid\//.test(text) ? (
      <span>{text}</span>
    ) : (
      <a href={text} target="_blank" rel="noreferrer">
        {text}
      </a>
    ),
};
