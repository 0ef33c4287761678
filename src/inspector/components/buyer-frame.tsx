import { useEffect, useRef, useState } from "preact/hooks";
import { fetchFrom } from "../api.ts";
import { language, texts } from "../language.ts";
import { settle, useSession } from "../live-data.ts";
import { Problem } from "./layout.tsx";

/** The page of a buyer within this page, whose own fetch reads it and sends its form: no address leads to it. */
export function BuyerFrame({ path }: { path: string }) {
  const { live } = useSession();
  const [page, setPage] = useState("");
  const [error, setError] = useState<Error>();
  const latest = useRef<Promise<string>>(undefined);
  const ask = async (form?: HTMLFormElement, button?: HTMLElement | null) => {
    const response = await fetchFrom(path, {
      headers: { "accept-language": language },
      ...(form && {
        method: "POST",
        body: new URLSearchParams(new FormData(form, button) as unknown as Record<string, string>),
      }),
    });
    return response.text();
  };
  const read = async (...sent: Parameters<typeof ask>) => {
    const asked = ask(...sent);
    latest.current = asked;
    const outcome = await settle(asked);
    // A slow response gives way to what was asked for after it.
    if (latest.current !== asked) return;
    setPage(outcome.data ?? "");
    setError(outcome.error);
    live.look();
  };
  useEffect(() => void read(), [path, language]);
  const listen = ({ currentTarget }: { currentTarget: HTMLIFrameElement }) => {
    currentTarget.contentDocument?.addEventListener("submit", (event) => {
      event.preventDefault();
      void read(event.target as HTMLFormElement, event.submitter);
    });
  };
  if (error) return <Problem error={error} />;
  return (
    <iframe
      class="buyer"
      title={texts.payments.playBuyer}
      sandbox="allow-same-origin allow-forms"
      srcdoc={page}
      onLoad={listen}
    />
  );
}
