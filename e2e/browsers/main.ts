// `npm run test:browsers`: one journey in Firefox and in WebKitGTK, at the widths of a phone and of a desktop.
import { freePort } from '../support/free-port.ts';
import { startOwnSite } from '../support/own-site.ts';
import { startFirefox } from './firefox.ts';
import { smoke } from './smoke.ts';
import { Browser } from './web-driver.ts';
import { startWebKit } from './webkit.ts';

const sizes = [
  [1_280, 900],
  [500, 844],
] as const;

const site = await startOwnSite(await freePort());
let failed = 0;
for (const start of [startFirefox, startWebKit])
  for (const [width, height] of sizes) {
    const session = await start(await freePort());
    if (!session) {
      console.log(`✗ ${start.name}: the browser is not installed (README.md, Other commands)`);
      failed += 1;
      break;
    }
    const run = `${session.name} ${session.version} at ${width}`;
    const browser = new Browser(session);
    try {
      await browser.resize(width, height);
      await smoke(browser, site.address, `${session.name.slice(0, 2).toLowerCase()}${width}`);
      console.log(`✓ ${run}`);
    } catch (error) {
      failed += 1;
      console.log(`✗ ${run}: ${(error as Error).message}`);
    } finally {
      await session.close();
    }
  }
await site.stop();
process.exit(failed > 0 ? 1 : 0);
