import type { PixPaymentCreate } from "centavo";
import type { TestReceiver } from "centavo/testing";

export function order(receiver: TestReceiver): PixPaymentCreate {
  return {
    paymentType: "pix",
    billingData: { amount: 4990, postbackUrl: receiver.url },
    customerData: {
      firstName: "Maria",
      lastName: "Souza",
      email: "maria.souza@example.com",
      document: "39053344705",
      remoteIpv4: "203.0.113.7",
      address: {
        street: "Avenida Paulista",
        streetNumber: 1578,
        neighborhood: "Bela Vista",
        city: "São Paulo",
        state: "SP",
        zipcode: "01310200",
      },
    },
  };
}
