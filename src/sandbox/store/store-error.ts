/**
 * An engine cannot work at the moment. The message completes "… cannot be used (": it is for whoever runs the
 * sandbox, and contains no stored value.
 */
export class StoreError extends Error {
  override readonly name = "StoreError";
}
