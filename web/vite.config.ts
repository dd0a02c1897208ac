import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { bareContract } from './build/bare-contract.ts';
import { compressed } from './build/compressed.ts';
import { earlyFiles } from './build/early-files.ts';
import { firstFiles } from './build/first-screen.ts';
import { singleIcons } from './build/single-icons.ts';

const server = `http://127.0.0.1:${process.env['PORT'] ?? 3000}`;

/** Only changes when a library does, and so stays in people's caches. */
const vendor = {
  name: 'vendor',
  test: /node_modules\/(?:react|react-dom|scheduler|react-router|clsx|@tanstack)\//,
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [bareContract(), singleIcons(), react(), tailwindcss(), earlyFiles(), compressed()],
  resolve: { alias: { zod: path.join(import.meta.dirname, 'src/lib/without-schemas.ts') } },
  build: {
    target: 'es2022',
    assetsDir: 'assets',
    // Nothing as a data: address: the content policy allows none for scripts, and files cache better.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    sourcemap: false,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [vendor, { name: firstFiles, debugName: 'first files' }] },
      },
    },
  },
  server: {
    proxy: {
      '/api': { target: server, changeOrigin: false },
      // Pages the server makes itself.
      '^/(sandbox|privacy|terms-and-conditions|cancellation-and-refunds|shipping|contact-us)(/|$)':
        {
          target: server,
          changeOrigin: false,
        },
      '/socket.io': { target: server, changeOrigin: false, ws: true },
    },
  },
});
