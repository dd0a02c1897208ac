// `node tools/with-setup.mjs script.ts …` installs the packages if needed, then runs the script on the project's own Node.
import { install, projectNode, root, run } from './setup.mjs';

await install();
process.exit(
  await run(projectNode(), process.argv.slice(2, 3), process.argv.slice(3), { cwd: root }),
);
