import { defineConfig } from 'vitest/config';

// Files named *.long.test.ts are for `npm run test:long` only.
const isLong = process.env.VITEST_LONG === 'on';
const ending = isLong ? 'long.test.{ts,tsx}' : 'test.{ts,tsx}';
const exclude = isLong ? [] : ['**/*.long.test.*'];

export default defineConfig({
  test: {
    maxWorkers: 2,
    passWithNoTests: isLong,
    projects: [
      {
        test: {
          name: 'unit',
          include: [`contract/src/**/*.${ending}`, `web/{src,build}/**/*.${ending}`],
          exclude,
        },
      },
      {
        test: {
          name: 'server',
          include: [`server/{src,test}/**/*.${ending}`, `{tools,bench}/**/*.${ending}`],
          exclude,
          globalSetup: ['server/test/database-setup.ts'],
          testTimeout: isLong ? 900_000 : 30_000,
          hookTimeout: 60_000,
          // What is waited for comes when it comes: a busy machine is no failure.
          expect: { poll: { timeout: 10_000 } },
        },
      },
    ],
  },
});
