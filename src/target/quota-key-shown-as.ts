/** What stands for the key `quota-key-N` wherever it would be shown: the variable that a shell takes it from. */
export function quotaKeyShownAs(number: number): string {
  return `$ANIMAL_STORE_QUOTA_KEY_${number}`;
}
