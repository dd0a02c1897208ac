import type { Config } from '../../kernel/config.ts';
import { sharedSecret } from '../../config/shared-secret.ts';
import { off } from './off.ts';
import type { PaymentProvider } from './payment-provider.ts';
import { Razorpay } from './razorpay/razorpay.ts';
import { Sandbox } from './sandbox/sandbox.ts';

export function openPayments(config: Config): PaymentProvider {
  if (config.payments === 'sandbox') return new Sandbox(sharedSecret(config, 'sandbox-secret'));
  return config.razorpay ? new Razorpay(config.razorpay) : off;
}
