/** The label of a parameter or a field: `x-subaccount-id` as `Subaccount`, `paymentMethod` as `Payment method`. */
export function labelOf(name: string): string {
  const words = name
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
    .replaceAll(/[._-]/g, " ")
    .replace(/^x /, "")
    .replace(/ id$/, "")
    .replace(/(?<=[a-z])(?=\d)/, " ");
  return capital(words);
}

/** Words that begin with a capital letter. */
export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
