import { test } from 'vitest';
import { startAppForTest, withJobs } from '../../../test/support/app.ts';
import { runLifecycles } from '../../../test/support/payment-model.ts';

test('people have what they paid for, whatever happens to events', async () => {
  await runLifecycles(await startAppForTest(withJobs), 20, 14);
}, 120_000);
