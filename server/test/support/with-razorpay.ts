import { afterAll, afterEach, beforeEach, expect, vi } from 'vitest';
import { startAppForFile, withJobs } from './app.ts';
import { payersOf } from './payers.ts';
import { FakeRazorpay } from './razorpay.ts';

/** Starts the application with a fake Razorpay for all tests of a file. Each test starts without simulated failures. */
export async function startWithRazorpay() {
  const razorpay = await FakeRazorpay.start();
  afterAll(() => razorpay.close());
  const app = await startAppForFile({ ...withJobs, ...razorpay.env });
  const somebody = await payersOf(app, 44);
  beforeEach(() => {
    razorpay.asked.length = 0;
    razorpay.trouble = undefined;
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  return {
    razorpay,
    app,
    somebody,
    deliver: async ({ body, headers }: { body: string; headers: Record<string, string> }) => {
      const url = `${app.address}/api/subscription/webhook`;
      expect((await fetch(url, { method: 'POST', body, headers })).status).toBe(200);
    },
  };
}
