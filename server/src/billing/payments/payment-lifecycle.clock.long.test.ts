import { test } from 'vitest';
import { startAppForTest, withJobs } from '../../../test/support/app.ts';
import { runLifecycles } from '../../../test/support/payment-model.ts';

test('three hundred long random lifecycles of subscriptions', async () => {
  await runLifecycles(await startAppForTest(withJobs), 300, 40);
  // Alone it takes a quarter of an hour.
}, 2_700_000);
