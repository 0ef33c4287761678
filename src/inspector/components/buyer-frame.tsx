import { useEffect, useState } from "preact/hooks";
import { fetchFrom } from "../api.ts";
import { language, texts } from "../language.ts";
import { useSession } from "../live-data.ts";

/** The page of a buyer within this page, whose own fetch reads it and sends its form: no address leads to it. */
export function BuyerFrame({ path }: { path: string }) {
  const { live } = useSession();
  const [page, setPage] = useState("");
  const read = async (form?: HTMLFormElement, button?: HTMLElement | null) => {
    const response = await fetchFrom(path, {
      headers: { "accept-language": language },
      ...(form && {
        method: "POST",
        body: new URLSearchParams(new FormData(form, button) as unknown as Record<string, string>),
      }),
    });
    setPage(await response.text());
    live.look();
  };
  useEffect(() => void read(), [path, language]);
  const listen = ({ currentTarget }: { currentTarget: HTMLIFrameElement }) => {
    currentTarget.contentDocument?.addEventListener("submit", (event) => {
      event.preventDefault();
      void read(event.target as HTMLFormElement, event.submitter);
    });
  };
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
