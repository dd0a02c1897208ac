import { AppError } from '@roost/contract/errors';
import type { PaymentProvider } from './payment-provider.ts';

/** The provider of an installation that does not sell Premium. */
export const off: PaymentProvider = {
  name: 'off',
  planId: () => null,
  checkoutOf: () => refuse(),
  create: async () => refuse(),
  fetchState: async () => refuse(),
  cancel: async () => refuse(),
  readEvent: () => null,
};

function refuse(): never {
  throw new AppError('not_offered');
}
