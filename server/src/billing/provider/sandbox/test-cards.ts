/** The cards that the sandbox accepts. It asks for no card number, so nobody enters a real one. */
export const testCards = {
  pays: '4111 1111 1111 1111',
  declined: '4000 0000 0000 0002',
  retry: '4000 0000 0000 0341',
} as const;
export type TestCard = keyof typeof testCards;

export function isTestCard(value: unknown): value is TestCard {
  return typeof value === 'string' && Object.hasOwn(testCards, value);
}
