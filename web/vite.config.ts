import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed } from './build/compressed.ts';
import { firstScreen } from './build/first-screen.ts';

const server = `http://127.0.0.1:${process.env['PORT'] ?? 3000}`;

/**
 * What every page needs, in two files: one that only changes when a library does and so stays in people's
 * caches, and one of our own. Of what is left, the members' first screen is a third.
 */
const shared = [
  {
    name: 'vendor',
    test: /node_modules\/(?:react|react-dom|scheduler|react-router|clsx|@tanstack)\//,
  },
  {
    name: 'base',
    test: /\/contract\/src\/|\/web\/src\/lib\/(?!upload)|\/lucide-react\/dist\/esm\/(?!icons\/)|\/web\/src\/ui\/(?:avatar|bird-path|button|dialog|icon-button|load-error|loading-mark|mark|spinner|toast|toasts|tooltip)\.tsx?$/,
  },
];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), compressed()],
  resolve: { alias: { zod: path.join(import.meta.dirname, 'src/lib/without-schemas.ts') } },
  build: {
    target: 'es2022',
    assetsDir: 'assets',
    // Nothing as a data: address: the content policy allows none for scripts, and files cache better.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [...shared, { name: firstScreen, debugName: 'first screen' }] },
      },
    },
  },
  server: {
    proxy: {
      '/api': { target: server, changeOrigin: false },
      '/socket.io': { target: server, changeOrigin: false, ws: true },
    },
  },
});
