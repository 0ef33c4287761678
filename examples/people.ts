import type { CardCustomerData, CardData, SubaccountPfCreate } from "centavo";

/** What a buyer enters at the checkout. */
export const maria: CardCustomerData = {
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

/** Her card. In the sandbox, the card number decides the outcome: this one succeeds. */
export const mariasCard: CardData = {
  cardNumber: "4111111111111111",
  holderName: "MARIA SOUZA",
  expirationMonth: "12",
  expirationYear: "2030",
  securityCode: "123",
};

/** What a seller enters to join the marketplace. */
export function craftsperson(name: string, lastName: string, cpf: string): SubaccountPfCreate {
  const { zipcode, ...address } = maria.address;
  return {
    name: `Ateliê ${name}`,
    juridicDataPartner: {
      name,
      lastName,
      cpf,
      email: `${name.toLowerCase()}@example.com`,
      birthdate: "1985-08-23",
      contactPhone: "+5511987654321",
      monthRevenue: 500000,
      jobOccupation: "Artesanato",
      fullnameMom: `Rosa ${lastName}`,
    },
    addresses: [{ ...address, addressType: "RESPONSIBLE", zipcode: Number(zipcode) }],
    accountBank: {
      holderName: `${name} ${lastName}`,
      bankCode: "341",
      accountType: "CHECKING",
      accountNumber: "12345-6",
      routingNumber: "1234-0",
      document: cpf,
    },
  };
}
