import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

/**
 * Imports each icon, and the provider of their default look, from its own file. With the library's index file, the
 * bundler would put every icon of the app into the first screen.
 */
export function singleIcons(): Plugin {
  const list = path.join(
    import.meta.dirname,
    '../../node_modules/lucide-react/dist/esm/lucide-react.mjs',
  );
  let imports = new Map<string, string>();
  return {
    name: 'roost:single-icons',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      imports = importsByName(readFileSync(list, 'utf8'), path.dirname(list));
    },
    transform(code, id) {
      if (!id.includes('/web/src/') || !code.includes("'lucide-react'")) return null;
      const single = code.replaceAll(
        /import \{([^}]*)\} from 'lucide-react';/g,
        (_, names: string) =>
          names
            .split(',')
            .map((name) => importOf(name.trim(), imports))
            .join(''),
      );
      return { code: single, map: null };
    },
  };
}

/** The statement that imports each name, from the file that the index file names. */
function importsByName(list: string, folder: string): Map<string, string> {
  const imports = new Map<string, string>();
  for (const [, names = '', file = ''] of list.matchAll(/export \{([^}]*)\} from '\.\/([^']+)'/g))
    for (const each of names.split(',')) {
      const [original = '', name = original] = each.trim().split(' as ');
      const what = original === 'default' ? name : `{ ${name} }`;
      imports.set(name, `import ${what} from '${path.join(folder, file)}';`);
    }
  return imports;
}

function importOf(name: string, imports: Map<string, string>): string {
  if (name === '') return '';
  return imports.get(name) ?? `import { ${name} } from 'lucide-react';`;
}
