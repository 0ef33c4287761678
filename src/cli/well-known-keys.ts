/** The keys of the first company of every sandbox in memory and on loopback without a seed. */
export const wellKnownKeys = {
  publicKey: "sandbox_public_00000000000040008000000000000001",
  privateKey: "sandbox_private_9abe79fe1db45ef2f7b555483d82b803aeafdf49",
};
