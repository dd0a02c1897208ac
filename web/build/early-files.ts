import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin } from 'vite';

/** The Latin subset of the font. The browser fetches other subsets when a text needs them. */
const font = /^assets\/inter-latin-wght-normal-[\w-]+\.woff2$/;
/** The chunk of a member's home screen, besides those of every page. build/first-screen.ts makes it. */
const ofMembers = 'first-screen';

/**
 * Preloads files that the browser would find late: the font, and the code of a member's first screen. Only the page for
 * members (`members.html`) preloads that code. The theme script preloads the font, and gets a hash in its name, so that
 * browsers can cache it.
 */
export function earlyFiles(): Plugin {
  let theme = '';
  return {
    name: 'roost:early-files',
    apply: 'build',
    async buildStart() {
      const source = await readFile(path.join(import.meta.dirname, '../public/theme.js'), 'utf8');
      theme = this.emitFile({ type: 'asset', name: 'theme.js', source });
    },
    renderStart() {
      theme = this.getFileName(theme);
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const file = Object.keys(bundle ?? {}).find((name) => font.test(name));
        if (!file) throw new Error('The font is not where it was; see web/build/early-files.ts.');
        return html.replace('"/theme.js"', `"/${theme}" data-font="/${file}"`);
      },
    },
    async writeBundle({ dir }, bundle) {
      const page = bundle['index.html'];
      const chunk = Object.values(bundle).find(
        (file) => file.type === 'chunk' && file.name === ofMembers,
      );
      if (!dir || page?.type !== 'asset' || !chunk)
        throw new Error(
          'What members see first is not where it was; see web/build/early-files.ts.',
        );
      const link = `<link rel="modulepreload" crossorigin href="/${chunk.fileName}">`;
      const html = String(page.source).replace('</head>', `  ${link}\n  </head>`);
      await writeFile(path.join(dir, 'members.html'), html);
    },
  };
}
