import { PDFiumLibrary } from "@hyzyla/pdfium";

/** The only page of a PDF as a viewer shows it, and the text that can be selected in it. */
export type Rendered = {
  readonly pages: number;
  readonly text: string;
  /** In points. */
  readonly size: { readonly width: number; readonly height: number };
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /** A byte for each pixel, 255 being white. */
  readonly grey: Uint8Array;
};

const POINTS_PER_INCH = 72;

const library = await PDFiumLibrary.init();

/** Opens a PDF in the viewer that Chrome has. */
export async function view(file: Uint8Array, dotsPerInch = 300): Promise<Rendered> {
  const document = await library.loadDocument(file);
  const page = document.getPage(0);
  const { originalWidth, originalHeight } = page.getOriginalSize();
  // Drawing closes the page, and a closed page has no text.
  const text = page.getText();
  const { width, height, data } = await page.render({
    render: "bitmap",
    colorSpace: "Gray",
    scale: dotsPerInch / POINTS_PER_INCH,
  });
  const pages = document.getPageCount();
  document.destroy();
  const size = { width: originalWidth, height: originalHeight };
  return { pages, text, size, width, height, grey: Uint8Array.from(data) };
}
