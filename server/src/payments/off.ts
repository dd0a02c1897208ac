import { AppError } from '@roost/contract/errors';
import type { PaymentProvider } from './payment-provider.ts';

/** Premium is not sold here. */
export const off: PaymentProvider = {
  name: 'off',
  planId: () => null,
  checkoutOf: () => refuse(),
  create: async () => refuse(),
  look: async () => refuse(),
  cancel: async () => refuse(),
  readEvent: () => null,
};

function refuse(): never {
  throw new AppError('not_offered');
}
