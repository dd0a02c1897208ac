// Runs the server with a restart at each change, behind Vite's development server for the web app.
import { join } from 'node:path';
import { serverFlags } from './server-flags.mjs';
import { install, projectNode, root, run } from './setup.mjs';

await install();
const node = projectNode();
const vite = join(root, 'node_modules/vite/bin/vite.js');
const codes = await Promise.all([
  run(node, [...serverFlags, '--watch', '--watch-preserve-output', 'server/src/main.ts'], [], {
    cwd: root,
  }),
  run(node, [vite], ['--clearScreen=false'], { cwd: join(root, 'web') }),
]);
process.exit(Math.max(...codes));
