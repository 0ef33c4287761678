import { arrow, box, LINE, type Line, paragraph, picture, WIDTH, wrap, write } from "./drawing.ts";
import type { Words } from "./words.ts";

const MARGIN = 12;
const GAP = 16;
const COLUMN = (WIDTH - 2 * MARGIN - GAP) / 2;
const QUESTION = { height: 62 };
const ANSWERS_TOP = MARGIN + QUESTION.height + 56;

/** One question, and what the two servers do. */
export function mockOrSandbox(words: Words): string {
  const { title, description, ...text } = words.choice;
  const middles = [MARGIN + COLUMN / 2, WIDTH - MARGIN - COLUMN / 2] as const;
  const columns = [
    { name: text.mock, answer: text.no, does: text.mockDoes },
    { name: text.sandbox, answer: text.yes, does: text.sandboxDoes },
  ].map((column) => ({ ...column, items: column.does.map((item) => wrap(item, COLUMN - 42)) }));
  const heights = columns.map(({ items }) =>
    items.reduce((sum, item) => sum + item.length * LINE + 6, 46),
  );
  const height = Math.max(...heights);
  const notes = wrap(text.both, WIDTH - 2 * MARGIN, "soft");
  const end = ANSWERS_TOP + height;
  return picture({ title, description }, end + notes.length * LINE + 24, [
    box([MARGIN, MARGIN], [WIDTH - 2 * MARGIN, QUESTION.height]),
    write(WIDTH / 2, MARGIN + 26, { tone: "strong", text: text.question }, "middle"),
    write(WIDTH / 2, MARGIN + 47, { tone: "soft", text: text.example }, "middle"),
    ...columns.map(({ name, answer, items }, index) => {
      const middle = middles[index] ?? 0;
      return [
        arrow([middle, MARGIN + QUESTION.height], [middle, ANSWERS_TOP - 2]),
        write(middle + 12, ANSWERS_TOP - 24, { tone: "strong", text: answer }),
        box([middle - COLUMN / 2, ANSWERS_TOP], [COLUMN, height], "main"),
        write(middle, ANSWERS_TOP + 26, { tone: "strong", text: name }, "middle"),
        list(middle - COLUMN / 2 + 14, ANSWERS_TOP + 54, items),
      ].join("\n");
    }),
    paragraph(MARGIN, end + 26, notes),
  ]);
}

function list(x: number, top: number, items: readonly Line[][]): string {
  let y = top;
  return items
    .map((item) => {
      const drawn = `<circle class="picture-accent" cx="${x + 3}" cy="${y - 4.5}" r="2.5"/>\n${paragraph(x + 14, y, item)}`;
      y += item.length * LINE + 6;
      return drawn;
    })
    .join("\n");
}
