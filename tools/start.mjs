import { buildWeb } from './build-web.mjs';
import { install } from './setup.mjs';
import { serve } from './supervise.mjs';

await install();
await buildWeb();
process.exit(await serve(process.argv.slice(2)));
