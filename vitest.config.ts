import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { writeWords } from './tools/words/write.ts';

writeWords();

// Otherwise each worker would compile the whole server.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(
  new URL('node_modules/.cache/compiled', import.meta.url),
);

// Only `npm run test:long` runs the files named *.long.test.ts.
const isLong = process.env.VITEST_LONG === 'on';
const ending = isLong ? 'long.test.{ts,tsx}' : 'test.{ts,tsx}';
const exclude = isLong ? [] : ['**/*.long.test.*'];

// A test of what people see and press is a .tsx file, and runs in a DOM.
const componentTests = 'web/src/**/*.test.tsx';

// A test that sets the clock forward. The generator of ids never goes back, so these files share no process.
const clockTests = '**/*.clock.{test,long.test}.ts';

// These tests stop what the server depends on, and expect answers within seconds. So nothing runs beside them.
const hangTests = 'server/test/system/{hanging-*,shard-nodes}.long.test.ts';

const server = {
  globalSetup: ['server/test/support/database-setup.ts'],
  // Node loads the sources itself, as in production.
  experimental: { viteModuleRunner: false, nodeLoader: false },
  testTimeout: isLong ? 900_000 : 30_000,
  hookTimeout: 60_000,
  // Enough for a busy machine.
  expect: { poll: { timeout: 10_000 } },
};

export default defineConfig({
  test: {
    // Three on two processors, because tests spend part of their time waiting.
    maxWorkers: isLong ? 2 : 3,
    passWithNoTests: isLong,
    projects: [
      {
        test: {
          name: 'unit',
          include: [`contract/src/**/*.${ending}`, `web/{src,build}/**/*.${ending}`],
          exclude: [...exclude, componentTests],
          // A thread starts in half the time of a process.
          pool: 'threads',
          testTimeout: 30_000,
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
          ...server,
          name: 'server',
          include: [`server/{src,test}/**/*.${ending}`, `{tools,bench}/**/*.${ending}`],
          exclude: [...exclude, clockTests, hangTests],
          setupFiles: ['server/test/support/setup.ts'],
          // The files of a worker share one load of the server.
          isolate: false,
        },
      },
      {
        test: {
          ...server,
          name: 'clock',
          include: [`{server,tools,bench}/**/*.clock.${ending}`],
          exclude,
        },
      },
      {
        test: {
          ...server,
          name: 'hangs',
          include: isLong ? [hangTests] : [],
          exclude,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
