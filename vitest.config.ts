import { defineConfig } from 'vitest/config';
import { writeWords } from './tools/words/write.ts';

writeWords();

// Only `npm run test:long` runs the files named *.long.test.ts.
const isLong = process.env.VITEST_LONG === 'on';
const ending = isLong ? 'long.test.{ts,tsx}' : 'test.{ts,tsx}';
const exclude = isLong ? [] : ['**/*.long.test.*'];

// A test of what people see and press is a .tsx file, and runs in a DOM.
const componentTests = 'web/src/**/*.test.tsx';

export default defineConfig({
  test: {
    maxWorkers: 2,
    passWithNoTests: isLong,
    projects: [
      {
        test: {
          name: 'unit',
          include: [`contract/src/**/*.${ending}`, `web/{src,build}/**/*.${ending}`],
          exclude: [...exclude, componentTests],
        },
      },
      {
        test: {
          name: 'components',
          include: [componentTests],
          exclude,
          environment: 'jsdom',
          setupFiles: ['web/test/support/setup.ts'],
          // The files of a worker share one DOM and one load of the app. The setup file resets both after each test.
          isolate: false,
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'server',
          include: [`server/{src,test}/**/*.${ending}`, `{tools,bench}/**/*.${ending}`],
          exclude,
          globalSetup: ['server/test/support/database-setup.ts'],
          testTimeout: isLong ? 900_000 : 30_000,
          hookTimeout: 60_000,
          // Enough for a busy machine.
          expect: { poll: { timeout: 10_000 } },
        },
      },
    ],
  },
});
