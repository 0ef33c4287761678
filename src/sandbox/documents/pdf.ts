/** Something filled: a bar, a line, a background. Lengths are in millimetres from the upper left. */
export type Box = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** From 0, black, which it is if nothing is said, to 1, white. */
  readonly grey?: number;
};

/** A line of text. Its place is where its baseline begins, and it turns around that. */
export type Text = {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly bold?: boolean;
  readonly grey?: number;
  /** In degrees, against the clock. */
  readonly angle?: number;
};

const A4 = { width: 210, height: 297 };
const POINTS_PER_MILLIMETRE = 72 / 25.4;

/** More than 127 in a comment at the beginning tells programs not to treat the file as text. */
const HEADER = "%PDF-1.4\n%âãÏÓ\n";

/**
 * A document of one A4 page. What comes later covers what came before.
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
  const turn = (angle * Math.PI) / 180;
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)] as const;
  const place = [cos, sin, -sin, cos, x, A4.height - y].map(number).join(" ");
  const face = `/${bold ? "Bold" : "Regular"} ${number(size)} Tf`;
  return `BT ${number(grey)} g ${face} ${place} Tm ${literal(text)} Tj ET`;
}

/** Every viewer has the font itself. Its encoding is Latin-1 where Latin-1 has letters. */
function font(name: string): string {
  return `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
}

/** What Latin-1 does not have becomes a question mark. */
function literal(text: string): string {
  const latin = text.normalize("NFC").replaceAll(/[^ -~\u00a0-\u00ff]/gu, "?");
  return `(${latin.replaceAll(/[\\()]/g, "\\$&")})`;
}

/** With as many decimal places as matter, and never an exponent, which a PDF does not know. */
function number(value: number): string {
  return `${Number(value.toFixed(4))}`;
}

/** Numbers the objects from 1, and tells where in the file each begins. */
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
