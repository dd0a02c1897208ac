/** The cards the sandbox knows; it never asks for a number, so that nobody gives it a real one. */
export const testCards = {
  pays: { number: '4111 1111 1111 1111', does: 'Pays' },
  declined: { number: '4000 0000 0000 0002', does: 'Is declined, always' },
  retry: { number: '4000 0000 0000 0341', does: 'Fails the first time, then pays' },
} as const;
export type TestCard = keyof typeof testCards;

export function isTestCard(value: unknown): value is TestCard {
  return typeof value === 'string' && Object.hasOwn(testCards, value);
}
