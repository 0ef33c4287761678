/**
 * The first index up to a length that does not come before, of a list that begins with all that do.
 *
 * @example
 * firstIndex(3, (index) => [2, 4, 6][index] < 5); // 2
 */
export function firstIndex(length: number, comesBefore: (index: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (comesBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
