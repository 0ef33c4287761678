import { expect, test, vi } from "vitest";
import { contractForms } from "../../scripts/generate/inspector-forms.ts";
import { expectations } from "../../src/sandbox/domain/value-expectations.ts";
import { describeValidationErrors } from "../../src/sandbox/validation/validation-messages.ts";
import { blockedByEgressPolicy } from "../../src/sandbox-node/delivery/egress-policy.ts";

// The page has its forms from its bundle, and its language from a browser.
vi.stubGlobal("CONTRACT_FORMS", contractForms());
vi.stubGlobal("localStorage", { getItem: () => "pt-BR" });
const { inLanguage } = await import("../../src/inspector/language.ts");
vi.unstubAllGlobals();

test.each([
  ["No company has these keys.", "Nenhuma empresa tem estas chaves."],
  ["The clock only moves forward", "O relógio só anda para a frente"],
  ["billingData.amount must be an integer", "billingData.amount deve ser um número inteiro"],
  ["email must be a string or null", "email deve ser um texto ou null"],
  ["status must be one of PAID, FAILED", "status deve ser um destes: PAID, FAILED"],
  ["The file cannot be read (503).", "Não foi possível ler o arquivo (503)."],
  // A listener may report it.
  ["constructor", "constructor"],
  ["This path only allows GET.", "Este caminho só aceita GET."],
  [
    "amout is unknown and was ignored: did you mean amount?",
    "amout é desconhecido e foi ignorado: você quis dizer amount?",
  ],
  [
    "document is no CPF or CNPJ with correct check digits",
    "document não é um CPF ou CNPJ com dígitos verificadores corretos",
  ],
  [
    "R$ 49,90 became available. The advance caused 1 change of status, 2 ledger postings.",
    "Ficou disponível: R$ 49,90. O avanço causou: 1 mudança de status, 2 registros no livro-razão.",
  ],
])("the page says %j as %j", (english, portuguese) => {
  expect(inLanguage(english)).toBe(portuguese);
});

test("the page says in Portuguese why a postback may not go to its address", () => {
  const urls = ["none", "ftp://a.test", "http://a:b@a.test", "http://shop.test", "http://[::2]"];
  const problems = urls.flatMap((url) => [
    blockedByEgressPolicy(url, "loopback")?.problem,
    blockedByEgressPolicy(url, ["other.test"])?.problem,
  ]);
  for (const problem of problems) expect(inLanguage(`${problem}`)).not.toBe(problem);
});

test("the page says in Portuguese whatever may be wrong with a field", () => {
  const failed: [keyword: string, params: object][] = [
    ["required", {}],
    ...["integer", "number", "string", "boolean", "object", "array"].map(
      (type) => ["type", { type: [type, "null"] }] as [string, object],
    ),
    ...["uuid", "date", "date-time", "ipv4", "uri"].map(
      (format) => ["format", { format }] as [string, object],
    ),
    ["pattern", { pattern: "^a$" }],
    ...["maxLength", "minimum", "maximum", "exclusiveMinimum", "x-fraction-digits"].map(
      (keyword) => [keyword, { limit: 3 }] as [string, object],
    ),
    ["enum", { allowedValues: ["a", "b"] }],
    ["const", { allowedValue: "a" }],
    ["unheard", {}],
  ];
  const problems = failed.flatMap(([keyword, params]) =>
    describeValidationErrors(
      [{ keyword, params, instancePath: "/field", schemaPath: "" }],
      { properties: {} } as never,
      "the body",
    ),
  );
  const warnings = Object.values(expectations).map(({ problem }) => `field ${problem}`);
  expect(problems).toHaveLength(failed.length);
  for (const said of [...problems, ...warnings])
    expect(inLanguage(said)).not.toMatch(/\b(is|must|or|an|of|such|not|does|the)\b/);
});
