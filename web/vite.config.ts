import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { bareContract, withoutZod } from './build/bare-contract.ts';
import { compressed } from './build/compressed.ts';
import { devSite } from './build/dev-site.ts';
import { earlyFiles } from './build/early-files.ts';
import { firstFiles, firstNames } from './build/first-screen.ts';
import { serviceWorker } from './build/service-worker.ts';
import { moduleSizes } from './build/module-sizes.ts';
import { singleIcons } from './build/single-icons.ts';
import { words } from './build/words.ts';
import { serverPages } from './src/paths.ts';

/** One build contains one language (docs/decisions/0045-words-in-catalogues.md). `tools/build-web.mjs` builds each. */
const locale = process.env['WEB_LANGUAGE'] ?? 'en';
const server = `http://127.0.0.1:${process.env['PORT'] ?? 3000}`;

/** Matches every path whose first part is the one of a page that the server makes. */
const ofServer = `^/(${Object.values(serverPages)
  .map((page) => page.split('/')[1])
  .join('|')})(/|$)`;

/** This file changes only with a library, so browsers can cache it for long. */
const vendor = {
  name: 'vendor',
  test: /node_modules\/(?:react|react-dom|scheduler|clsx|@tanstack)\//,
};

/** Icons that several files share. Without this, each would be a file, whose name the first screen lists. */
const icons = { name: 'icons', test: /node_modules\/lucide-react\//, minShareCount: 3 };

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    words(locale),
    devSite(),
    bareContract(),
    singleIcons(),
    react(),
    tailwindcss(),
    earlyFiles(),
    serviceWorker(),
    moduleSizes(),
    compressed(),
  ],
  resolve: { alias: withoutZod },
  build: {
    // tools/build-web.mjs moves it to `dist/<locale>` when all languages are there.
    outDir: `dist/.new/${locale}`,
    emptyOutDir: true,
    target: 'es2022',
    // The oldest browsers that Tailwind supports. For older ones, each colour would be there twice.
    cssTarget: ['chrome111', 'firefox128', 'safari16.4'],
    assetsDir: 'assets',
    // No data: addresses: the content policy forbids them for scripts, and browsers cache files better.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    sourcemap: false,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // The first screen lists all files, and each name costs bytes there. Files that screens share have only a hash.
        chunkFileNames: ({ name, isDynamicEntry }) =>
          isDynamicEntry || name === vendor.name || firstNames.includes(name)
            ? 'assets/[name]-[hash].js'
            : 'assets/[hash].js',
        codeSplitting: { groups: [vendor, { name: firstFiles, debugName: 'first files' }, icons] },
      },
    },
  },
  server: {
    proxy: {
      '/api': { target: server, changeOrigin: false },
      [ofServer]: { target: server, changeOrigin: false },
      '/socket.io': { target: server, changeOrigin: false, ws: true },
    },
  },
});
