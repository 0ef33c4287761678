/**
 * Static BR Codes that others have published: two from the manuals of the central bank, and one from a
 * bank's tests. Not all of them are of PIX alone.
 */
const staticCodes = [
  "00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***63041D3D",
  "00020104141234567890123426580014BR.GOV.BCB.PIX0136123e4567-e12b-12d1-a456-42665544000027300012BR.COM.OUTRO011001234567895204000053039865406123.455802BR5917NOME DO RECEBEDOR6008BRASILIA61087007490062190515RP12345678-201980390012BR.COM.OUTRO01190123.ABCD.3456.WXYZ6304AD38",
  "00020126560014br.gov.bcb.pix0114112223330001810216conta de energia52040000530398654071500.005802BR5912SABESP TESTE6009SAO PAULO62120508TXID000163046665",
] as const;

/** Dynamic ones, and what they say: of the central bank, of banks and acquirers that have them for tests. */
export const dynamicCodes = [
  {
    location: "pix.example.com/8b3da2f39a4140d1a91abd93113bd441",
    merchantName: "Fulano de Tal",
    merchantCity: "BRASILIA",
    code: "00020101021226700014br.gov.bcb.pix2548pix.example.com/8b3da2f39a4140d1a91abd93113bd4415204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***630464E4",
  },
  {
    location: "qrcodepix.bb.com.br/pix/v2/ed3da8bf-115c-47f5-bd03-0edf7f2c5e7b",
    merchantName: "SECRETARIA DA RECEITA FED",
    merchantCity: "BRASILIA",
    code: "00020101021226850014br.gov.bcb.pix2563qrcodepix.bb.com.br/pix/v2/ed3da8bf-115c-47f5-bd03-0edf7f2c5e7b5204000053039865802BR5925SECRETARIA DA RECEITA FED6008BRASILIA62070503***6304D2D9",
  },
  {
    location: "qrcodes-h.cielo.com.br/pix-qr/v2/42a9a7b4-6346-4072-a11b-406d27352d21",
    amount: 100,
    merchantName: "Merchant Teste HML",
    merchantCity: "Sao Paulo",
    code: "00020101021226910014br.gov.bcb.pix2569qrcodes-h.cielo.com.br/pix-qr/v2/42a9a7b4-6346-4072-a11b-406d27352d2152040000530398654041.005802BR5918Merchant Teste HML6009Sao Paulo62070503***63040B76",
  },
  {
    location: "qrcodepix-h.bb.com.br/pix/v2/0517c963-a43a-48b6-bd25-386ea18353a9",
    amount: 80_940,
    merchantName: "PAPELARIA LEITE CUNHA",
    merchantCity: "RONDONOPOLIS",
    code: "00020101021226870014br.gov.bcb.pix2565qrcodepix-h.bb.com.br/pix/v2/0517c963-a43a-48b6-bd25-386ea18353a95204000053039865406809.405802BR5921PAPELARIA LEITE CUNHA6012RONDONOPOLIS62070503***6304ED16",
  },
] as const;

export const brCodes = [...staticCodes, ...dynamicCodes.map(({ code }) => code)] as const;
