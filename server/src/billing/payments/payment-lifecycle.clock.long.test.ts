import { test } from 'vitest';
import { startAppForTest } from '../../../test/support/app.ts';
import { runLifecycles } from '../../../test/support/payment-model.ts';

test('three hundred long random lifecycles of subscriptions', async () => {
  await runLifecycles(await startAppForTest(), 300, 40);
});
