import { buildWeb } from './build-web.mjs';
import { serverFlags } from './server-flags.mjs';
import { install, projectNode, root, run } from './setup.mjs';

await install();
await buildWeb();
// The IPC channel shows the server when this process is gone.
const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
process.exit(
  await run(projectNode(), [...serverFlags, 'server/src/main.ts'], process.argv.slice(2), {
    cwd: root,
    stdio,
  }),
);
