import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import npmTest from '../../vitest.config.ts';
import { leftOutFiles } from './left-out.ts';

// A project looks for its files from the folder of this configuration, if it names no other.
const root = fileURLToPath(new URL('../..', import.meta.url));

/** The server tests of `npm test`, without those that make no sense on shards. `npm run test:shard` runs them. */
const serverTests = (npmTest.test?.projects ?? []).flatMap((project) => {
  if (typeof project !== 'object' || !('test' in project)) return [];
  const { name, exclude = [], setupFiles = [] } = project.test ?? {};
  if (name !== 'server' && name !== 'clock') return [];
  return {
    test: {
      ...project.test,
      root,
      exclude: [...exclude, ...leftOutFiles],
      setupFiles: [setupFiles, 'tools/shard/leave-out.ts'].flat(),
      // A statement takes several times as long as on one machine (docs/scaling.md).
      testTimeout: 120_000,
      hookTimeout: 120_000,
      expect: { poll: { timeout: 20_000 } },
    },
  };
});

/** The tests that kill a worker and move shards. */
const nodeTests = {
  test: {
    name: 'nodes',
    root,
    include: ['tools/shard/nodes/*.shard.ts'],
    globalSetup: ['server/test/support/database-setup.ts'],
    experimental: { viteModuleRunner: false, nodeLoader: false },
    testTimeout: 300_000,
    fileParallelism: false,
  },
};

export default defineConfig({
  test: {
    root,
    maxWorkers: 3,
    projects: [...serverTests, nodeTests],
  },
});
