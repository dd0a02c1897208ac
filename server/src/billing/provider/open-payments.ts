import type { Config } from '../../kernel/config.ts';
import type { KeyRings } from '../../kernel/ports.ts';
import { off } from './off.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { Razorpay } from './razorpay/razorpay.ts';
import { Sandbox } from './sandbox/sandbox.ts';

export function openPayments(config: Config, keys: KeyRings): PaymentProvider {
  if (config.payments === 'sandbox') return new Sandbox(keys.of('sandbox-secret').current);
  return config.razorpay ? new Razorpay(config.razorpay) : off;
}
