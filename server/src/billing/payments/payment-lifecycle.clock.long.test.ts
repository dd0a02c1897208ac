import { test } from 'vitest';
import { startAppForTest, withJobs } from '../../../test/support/app.ts';
import { runLifecycles } from '../../../test/support/payment-model.ts';

test('subscriptions follow the model in 300 long random lifecycles', async () => {
  await runLifecycles(await startAppForTest(withJobs), 300, 40);
});
