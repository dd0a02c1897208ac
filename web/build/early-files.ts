import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { HtmlTagDescriptor, Plugin } from 'vite';

/** The letters of most languages we are read in; others come when they are met. */
const font = /^assets\/inter-latin-wght-normal-[\w-]+\.woff2$/;
/** What the home screen of a member consists of, beside what every page does; the first is of build/first-screen.ts. */
const ofMembers = ['first-screen', 'shell', 'home-screen'];

/**
 * Has browsers fetch at once what they would find late: the font, which only the style names; and, in a page for
 * members of its own (`members.html`), the code of their first screen, which only the first code names. The script that
 * sets the theme gets a name by its content, so that it is kept as other files are.
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
        const tags = Object.keys(bundle ?? {})
          .filter((file) => font.test(file))
          .map((file): HtmlTagDescriptor => {
            const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}` };
            return { tag: 'link', attrs: { ...attrs, crossorigin: '' }, injectTo: 'head-prepend' };
          });
        return { html: html.replace('"/theme.js"', `"/${theme}"`), tags };
      },
    },
    async writeBundle({ dir }, bundle) {
      const page = bundle['index.html'];
      const links = Object.values(bundle)
        .filter((file) => file.type === 'chunk' && ofMembers.includes(file.name))
        .map(({ fileName }) => `<link rel="modulepreload" crossorigin href="/${fileName}">`);
      if (!dir || page?.type !== 'asset' || links.length !== ofMembers.length)
        throw new Error(
          'What members see first is not where it was; see web/build/early-files.ts.',
        );
      const html = String(page.source).replace('</head>', `  ${links.join('\n    ')}\n  </head>`);
      await writeFile(path.join(dir, 'members.html'), html);
    },
  };
}
