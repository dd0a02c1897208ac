import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// What needs programs that a machine may not have: run by `npm run test:cluster`, which sees to them.
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('../..', import.meta.url)),
    include: ['tools/cluster/**/*.cluster.ts'],
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 10_000 } },
  },
});
