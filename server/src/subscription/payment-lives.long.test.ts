import { test } from 'vitest';
import { startAppForTest } from '../../test/app.ts';
import { liveThrough } from '../../test/payment-model.ts';

test('a thousand lives of subscriptions', async () => {
  await liveThrough(await startAppForTest(), 1_000, 40);
});
