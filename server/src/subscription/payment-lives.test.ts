import { test } from 'vitest';
import { startAppForTest } from '../../test/app.ts';
import { liveThrough } from '../../test/payment-model.ts';

test('whatever becomes of events, what people have is what they paid for', async () => {
  await liveThrough(await startAppForTest(), 20, 14);
}, 120_000);
