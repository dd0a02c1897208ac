// `npm run build`: what the first `npm start` does before the server. Later starts then need no right to write here.
import { buildWeb } from './build-web.mjs';
import { fail, install, projectNode, root, run } from './setup.mjs';

await install();
await buildWeb();
if ((await run(projectNode(), ['tools/link-database.ts'], [], { cwd: root })) !== 0)
  fail('The libraries of the built-in PostgreSQL could not be linked; the lines above say why.');
