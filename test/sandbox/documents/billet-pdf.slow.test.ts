import { describe, expect, test } from "vitest";
import type { BilletPayment } from "../../../generated/types.ts";
import { billetPdf } from "../../../src/sandbox/documents/billet-pdf.ts";
import { makeBillet } from "../../../src/sandbox/domain/billet.ts";
import { scan } from "./barcode-scanner.ts";
import { view } from "./pdf-viewer.ts";

const freeField = "1234567890123456789012345";

const payment: BilletPayment = {
  id: "a47be310-5e2a-4c74-9f3b-4d60b8e793c5",
  status: "PENDING",
  currency: "BRL",
  amount: 123_456_789,
  paymentMethod: "billet",
  postbackUrl: "",
  buyerDetails: {
    ...{ firstName: "João", lastName: "Araújo Conceição", email: "joao@exemplo.com.br" },
    ...{ document: "390.533.447-05", phone: null, street: "Rua das Acácias", streetNumber: 12 },
    ...{ neighborhood: "Água Verde", complement: null, reference: null },
    ...{ city: "Curitiba", state: "PR" },
  },
  splits: [],
  createdAt: "2026-07-15T02:30:00.000Z",
  updatedAt: "2026-07-15T02:30:00.000Z",
  billetDetails: {
    ...makeBillet({ amount: 123_456_789, dueDate: "2026-07-18", freeField }),
    pdfUrl: "https://service.invalid/billets/a47be310.pdf",
    expirationDate: "2026-07-18T23:59:59.000-03:00",
    paymentLimitDate: "2026-08-17T23:59:59.000-03:00",
    ...{ interestType: "DAILY_AMOUNT", interestAmount: 0, interestPercentage: "0.00" },
    ...{ lateFeeType: "FIXED", lateFeeAmount: 0, lateFeePercentage: "0.00" },
    ...{ interestStartDate: "2026-07-19", lateFeeStartDate: "2026-07-20" },
  },
};

async function lines(of: BilletPayment): Promise<string[]> {
  return (await view(billetPdf(of), 72)).text.split(/\r?\n/);
}

describe("billetPdf", () => {
  test("shows the data of a billet on one page", async () => {
    expect(await lines(payment)).toEqual([
      "SANDBOX",
      "Boleto de teste",
      "Documento de teste, sem valor. Não pague.",
      "SANDBOX 000 00091.23456 67890.123457 67890.123457 6 15110123456789",
      ...["Local de pagamento", "Nenhum: este boleto é de teste"],
      ...["Vencimento", "18/07/2026"],
      ...["Beneficiário", "SANDBOX"],
      ...["Valor do documento", "R$ 1.234.567,89"],
      ...["Número do documento", "a47be310-5e2a-4c74-9f3b-4d60b8e793c5"],
      // Half past two in the night in London is still the day before in São Paulo.
      ...["Data do documento", "14/07/2026"],
      ...["Instruções", "Não receber após 17/08/2026."],
      ...["Pagador", "João Araújo Conceição", "CPF/CNPJ 390.533.447-05"],
      "Rua das Acácias, 12 - Água Verde - Curitiba - PR",
      "Documento de teste, sem valor. Não pague.",
    ]);
  });

  test.each([
    [{ interestAmount: 33 }, "Juros de R$ 0,33 por dia a partir de 19/07/2026."],
    [{ interestPercentage: "0.033" }, "Juros de 0,033% por dia a partir de 19/07/2026."],
    [{ lateFeeAmount: 200 }, "Multa de R$ 2,00 a partir de 20/07/2026."],
    [{ lateFeePercentage: "2.00" }, "Multa de 2,00% a partir de 20/07/2026."],
    [{ lateFeeAmount: 200, lateFeePercentage: "2.00" }, "Multa de R$ 2,00 a partir de 20/07/2026."],
  ])("of %j says: %s", async (details, line) => {
    const billetDetails = { ...payment.billetDetails, ...details };
    const all = await lines({ ...payment, billetDetails });
    expect(all.filter((each) => /Juros|Multa/.test(each))).toEqual([line]);
  });

  test.each([150, 200, 300])("a scanner reads the barcode at %i dots per inch", async (dots) => {
    const found = await scan(await view(billetPdf(payment), dots), "ITF");
    expect(found).toMatchObject([{ text: payment.billetDetails.barcode, isValid: true }]);
  });

  test.each(["firstName", "lastName", "document", "street", "neighborhood", "city", "state"])(
    "shows the beginning of a %s of a million letters, without growing",
    async (field) => {
      const buyerDetails = { ...payment.buyerDetails, [field]: "Ñ".repeat(1_000_000) };
      const page = billetPdf({ ...payment, buyerDetails });
      expect(page.length).toBeLessThan(billetPdf(payment).length + 500);
      const cut = (await view(page, 72)).text.split(/\r?\n/).filter((line) => /Ñ{3}/.test(line));
      expect(cut).toEqual([expect.stringMatching(/Ñ\.\.\.$/)]);
    },
  );
});
