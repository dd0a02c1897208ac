import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest';
import { startAppForFile } from './app.ts';
import { payersOf } from './payers.ts';
import { FakeRazorpay } from './razorpay.ts';

/** The application beside a stand-in of Razorpay, for all tests of a file; without trouble at the start of each. */
export async function startWithRazorpay() {
  const razorpay = await FakeRazorpay.start();
  afterAll(() => razorpay.close());
  const app = await startAppForFile(razorpay.env);
  const somebody = await payersOf(app, 40);
  beforeEach(() => {
    razorpay.asked.length = 0;
    razorpay.trouble = undefined;
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  return {
    razorpay,
    app,
    somebody,
    tell: async ({ body, headers }: { body: string; headers: Record<string, string> }) => {
      const url = `${app.address}/api/subscription/webhook`;
      expect((await fetch(url, { method: 'POST', body, headers })).status).toBe(200);
    },
  };
}
