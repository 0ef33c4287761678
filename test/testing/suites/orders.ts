import type { CardPaymentCreate, PixPaymentCreate } from "centavo";

const customerData = {
  firstName: "Maria",
  lastName: "Souza",
  email: "maria.souza@example.com",
  document: "39053344705",
  remoteIpv4: "203.0.113.7",
  phone: "+5511987654321",
  address: {
    street: "Avenida Paulista",
    streetNumber: 1578,
    neighborhood: "Bela Vista",
    city: "São Paulo",
    state: "SP",
    zipcode: "01310200",
    complement: "Conjunto 42",
    reference: "Em frente ao parque",
  },
};

export const cardOrder: CardPaymentCreate = {
  paymentType: "card",
  billingData: { amount: 4990, installments: 1 },
  customerData,
  cardData: {
    cardNumber: "4111111111111111",
    holderName: "MARIA SOUZA",
    expirationMonth: "12",
    expirationYear: "2030",
    securityCode: "123",
  },
};

export function pixOrder(postbackUrl?: string): PixPaymentCreate {
  const billingData = { amount: 4990, ...(postbackUrl && { postbackUrl }) };
  return { paymentType: "pix", billingData, customerData };
}
