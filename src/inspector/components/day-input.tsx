import { useId, useState } from "preact/hooks";
import { addDays } from "../../sandbox/domain/calendar.ts";
import { language, texts } from "../language.ts";
import { isDay, parseTypedDay, writeDay } from "../parse-typed-day.ts";

interface DayInputProps {
  /** A day as the contract writes it, or the text that is none. */
  value: string;
  change: (value: string) => void;
  /** When the text is complete. */
  onChange?: () => void;
  id?: string;
  "aria-label"?: string;
  "aria-describedby"?: string | undefined;
  required?: boolean;
}

/**
 * A day, typed as the page's language writes it: the browser's own input follows the browser's. The arrow keys go to
 * the day before or after.
 */
export function DayInput({ value, change, onChange, ...attributes }: DayInputProps) {
  const hint = useId();
  const [typed, setTyped] = useState("");
  // Half a day is no mistake yet.
  const [isTyping, setTyping] = useState(false);
  const isWrong = !isTyping && value !== "" && !isDay(value);
  const take = (text: string) => {
    setTyped(text);
    setTyping(true);
    change(parseTypedDay(text, language) ?? text);
  };
  const step = (event: KeyboardEvent) => {
    const days = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
    if (days === 0 || !isDay(value)) return;
    event.preventDefault();
    change(addDays(value, days));
  };
  return (
    <>
      <input
        {...attributes}
        type="text"
        class="day"
        autocomplete="off"
        placeholder={texts.values.dayFormat}
        // What was typed stays as it was, such as 2/3/2026.
        value={
          (parseTypedDay(typed, language) ?? typed) === value ? typed : writeDay(value, language)
        }
        aria-invalid={isWrong}
        aria-describedby={[attributes["aria-describedby"], isWrong && hint]
          .filter(Boolean)
          .join(" ")}
        onInput={({ currentTarget }) => take(currentTarget.value)}
        onChange={() => {
          setTyping(false);
          onChange?.();
        }}
        onKeyDown={step}
      />
      {isWrong && (
        <small class="meaning" id={hint}>
          {texts.values.noDay}
        </small>
      )}
    </>
  );
}
