import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';

const root = path.resolve(import.meta.dirname, '../..');

/** Writes which modules are in each file, and their bytes before minification. `tools/web-budget.ts` reads it. */
export function moduleSizes(): Plugin {
  return {
    name: 'roost:module-sizes',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const sizes = Object.values(bundle).map((file) => [
        file.fileName,
        file.type === 'chunk'
          ? Object.entries(file.modules).map(([id, { renderedLength }]) => [
              path.relative(root, id),
              renderedLength,
            ])
          : [],
      ]);
      await writeFile(
        path.join(dir, '.vite/modules.json'),
        JSON.stringify(Object.fromEntries(sizes)),
      );
    },
  };
}
