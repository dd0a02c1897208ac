import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

/**
 * Has each icon imported from its own file. By the library's one list of all, every icon of the app seems to belong to
 * everything that uses any, and lands on the first screen.
 */
export function singleIcons(): Plugin {
  const list = path.join(
    import.meta.dirname,
    '../../node_modules/lucide-react/dist/esm/lucide-react.mjs',
  );
  let files = new Map<string, string>();
  return {
    name: 'roost:single-icons',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      files = filesByName(readFileSync(list, 'utf8'));
    },
    transform(code, id) {
      if (!id.includes('/web/src/') || !code.includes("'lucide-react'")) return null;
      const single = code.replaceAll(
        /import \{([^}]*)\} from 'lucide-react';/g,
        (_, names: string) =>
          names
            .split(',')
            .map((name) => importOf(name.trim(), files))
            .join(''),
      );
      return { code: single, map: null };
    },
  };
}

function filesByName(list: string): Map<string, string> {
  const files = new Map<string, string>();
  for (const [, names = '', file = ''] of list.matchAll(
    /export \{([^}]*)\} from '\.\/icons\/([\w-]+)\.mjs'/g,
  ))
    for (const [, name = ''] of names.matchAll(/default as (\w+)/g)) files.set(name, file);
  return files;
}

function importOf(name: string, files: Map<string, string>): string {
  if (name === '') return '';
  const file = files.get(name);
  return file
    ? `import ${name} from 'lucide-react/icons/${file}';`
    : `import { ${name} } from 'lucide-react';`;
}
