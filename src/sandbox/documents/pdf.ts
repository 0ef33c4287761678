/** A filled rectangle, e.g. a bar, a line or a background. In millimetres from the upper left corner. */
export type Box = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /**
   * From 0 (black) to 1 (white).
   * @default 0
   */
  readonly grey?: number;
};

/** A line of text. `x` and `y` are the start of its baseline, around which it rotates. */
export type Text = {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly bold?: boolean;
  readonly grey?: number;
  /** In degrees, counterclockwise. */
  readonly angle?: number;
};

const A4 = { width: 210, height: 297 };
const POINTS_PER_MILLIMETRE = 72 / 25.4;

/** Bytes above 127 in a comment at the start tell programs that the file is binary. */
const HEADER = "%PDF-1.4\n%âãÏÓ\n";

/**
 * Creates a PDF with one A4 page. Later marks cover earlier ones.
 *
 * @example
 * pdf("Boleto", [{ text: "Não pague", x: 15, y: 20, size: 5, bold: true }]);
 */
export function pdf(title: string, marks: readonly (Box | Text)[]): Uint8Array {
  const scale = number(POINTS_PER_MILLIMETRE);
  const [width, height] = [A4.width, A4.height].map((side) => number(side * POINTS_PER_MILLIMETRE));
  const drawing = [`${scale} 0 0 ${scale} 0 0 cm`, ...marks.map(draw)].join("\n");
  return file([
    "<< /Type /Catalog /Pages 2 0 R /Lang (pt-BR) >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents 4 0 R /Resources << /Font << /Regular 5 0 R /Bold 6 0 R >> >> >>`,
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    font("Helvetica"),
    font("Helvetica-Bold"),
    `<< /Title ${literal(title)} >>`,
  ]);
}

function draw(mark: Box | Text): string {
  return "text" in mark ? drawText(mark) : drawBox(mark);
}

function drawBox({ x, y, width, height, grey = 0 }: Box): string {
  const sides = [x, A4.height - y - height, width, height];
  return `${number(grey)} g ${sides.map(number).join(" ")} re f`;
}

function drawText({ text, x, y, size, bold = false, grey = 0, angle = 0 }: Text): string {
  const radians = (angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)] as const;
  const matrix = [cos, sin, -sin, cos, x, A4.height - y].map(number).join(" ");
  const face = `/${bold ? "Bold" : "Regular"} ${number(size)} Tf`;
  return `BT ${number(grey)} g ${face} ${matrix} Tm ${literal(text)} Tj ET`;
}

/** A standard font, which every viewer has. WinAnsi equals Latin-1 for all printable characters. */
function font(name: string): string {
  return `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
}

/** Replaces characters outside Latin-1 with question marks. */
function literal(text: string): string {
  const latin = text.normalize("NFC").replaceAll(/[^ -~\u00a0-\u00ff]/gu, "?");
  return `(${latin.replaceAll(/[\\()]/g, "\\$&")})`;
}

/** Formats a number without an exponent, which PDF does not support. */
function number(value: number): string {
  return `${Number(value.toFixed(4))}`;
}

/** Numbers the objects from 1 and lists the byte offset of each in the cross-reference table. */
function file(contents: readonly string[]): Uint8Array {
  const objects = contents.map((content, index) => `${index + 1} 0 obj\n${content}\nendobj\n`);
  const entries = objects.map((_, index) => {
    const offset = objects.slice(0, index).reduce((sum, { length }) => sum + length, HEADER.length);
    return `${`${offset}`.padStart(10, "0")} 00000 n \n`;
  });
  const body = `${HEADER}${objects.join("")}`;
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${entries.join("")}`;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R /Info ${objects.length} 0 R >>`;
  const all = `${body}${table}${trailer}\nstartxref\n${body.length}\n%%EOF\n`;
  return Uint8Array.from(all, (character) => character.charCodeAt(0));
}
