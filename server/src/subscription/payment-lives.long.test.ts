import { test } from 'vitest';
import { startAppForTest } from '../../test/app.ts';
import { liveThrough } from '../../test/payment-model.ts';

test('three hundred long lives of subscriptions', async () => {
  await liveThrough(await startAppForTest(), 300, 40);
});
