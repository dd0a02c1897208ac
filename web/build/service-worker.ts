import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { sourcesHash } from '../../tools/build-web.mjs';
import { bareContract, withoutZod } from './bare-contract.ts';

const source = path.join(import.meta.dirname, '../src/service-worker/service-worker.ts');
/**
 * The files that the app needs to open without a server, besides the files that the document names. Browsers keep other files on
 * use.
 */
const first = [
  'shell/shell.tsx',
  'screens/home-screen.tsx',
  'shell/offline/offline.ts',
  'shell/offline/show-stored-answers.ts',
  // A person can log out offline, also on a phone.
  'shell/navigation/account-sheet.tsx',
  'ui/overlays/dialog-panel.tsx',
  'shell/visitor-frame.tsx',
  'screens/login-screen.tsx',
];

/**
 * Builds the service worker, and the document that it keeps. The document lists the files of the first screen in the language
 * of this build. So the service worker itself is the same file in every language. It changes with every version of the app,
 * because it contains the hash of the sources.
 */
export function serviceWorker(): Plugin {
  const id = sourcesHash().slice(0, 16);
  return {
    name: 'roost:service-worker',
    apply: 'build',
    transformIndexHtml: (html) =>
      html.replace('</title>', `</title>\n    <meta name="build" content="${id}" />`),
    async writeBundle({ dir }, bundle) {
      const page = bundle['index.html'];
      if (!dir || page?.type !== 'asset') throw new Error('The build has no page.');
      await writeShell(dir, String(page.source), bundle);
      await buildWorker(dir, id);
    },
  };
}

async function writeShell(dir: string, html: string, bundle: Rolldown.OutputBundle): Promise<void> {
  const named = [...html.matchAll(/"\/(assets\/[^"]+)"/g)].map(([, file = '']) => file);
  const files = new Set(named);
  for (const part of first) {
    // The file that the app imports may only name the exports of the file with the code.
    const chunks = Object.values(bundle).filter(
      (file) => file.type === 'chunk' && modulesOf(file).some((id) => id.endsWith(`/src/${part}`)),
    );
    if (chunks.length === 0)
      throw new Error(`${part} is in no file; see web/build/service-worker.ts.`);
    for (const { fileName } of chunks) files.add(fileName);
  }
  for (const file of files) for (const other of neededBy(bundle[file])) files.add(other);
  const list = JSON.stringify([...files].map((file) => `/${file}`));
  const block = `<script type="application/json" id="app-shell">${list}</script>`;
  await writeFile(path.join(dir, 'app-shell.html'), html.replace('</body>', `${block}</body>`));
}

const modulesOf = ({ facadeModuleId, moduleIds }: Rolldown.OutputChunk) => [
  ...moduleIds,
  ...(facadeModuleId ? [facadeModuleId] : []),
];

/** The files that a chunk imports statically, and its styles. */
function neededBy(file: Rolldown.OutputBundle[string] | undefined): string[] {
  if (file?.type !== 'chunk') return [];
  const { viteMetadata } = file as { viteMetadata?: { importedCss: Set<string> } };
  return [...file.imports, ...(viteMetadata?.importedCss ?? [])];
}

async function buildWorker(dir: string, id: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [bareContract()],
    resolve: { alias: withoutZod },
    define: { __BUILD__: JSON.stringify(id) },
    build: {
      outDir: dir,
      emptyOutDir: false,
      target: 'es2022',
      modulePreload: false,
      rolldownOptions: {
        input: source,
        output: { format: 'iife', entryFileNames: 'service-worker.js' },
      },
    },
  });
  // A module of a library that is not bundled would fail only in the browser.
  const code = await readFile(path.join(dir, 'service-worker.js'), 'utf8');
  if (/\bimport\b\s*[{*'"]/.test(code)) throw new Error('The service worker imports other files.');
}
