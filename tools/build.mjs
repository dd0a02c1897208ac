// `npm run build`: what the first `npm start` does before the server. Later starts then need no right to write here.
import { buildWeb } from './build-web.mjs';
import { install } from './setup.mjs';

await install();
await buildWeb();
