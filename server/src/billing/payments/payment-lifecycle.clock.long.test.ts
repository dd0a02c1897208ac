import { test } from 'vitest';
import { startAppForTest, withJobs } from '../../../test/support/app.ts';
import { runLifecycles } from '../../../test/support/payment-model.ts';

test('three hundred long random lifecycles of subscriptions', async () => {
  await runLifecycles(await startAppForTest(withJobs), 300, 40);
  // Beside another test, the usual quarter of an hour was too short.
}, 2_700_000);
