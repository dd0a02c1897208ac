import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { alone, fail, projectNode, readStamp, root, run, writeStamp } from './setup.mjs';

const sources = [
  'contract/src',
  'tools/words',
  'web/build',
  'web/index.html',
  'web/public',
  'web/src',
  'web/vite.config.ts',
  'package-lock.json',
];

/** Builds the web app if its sources have changed since the last build. */
export async function buildWeb() {
  if (isFresh()) return;
  await alone('build', async () => {
    if (isFresh()) return;
    const vite = join(root, 'node_modules/vite/bin/vite.js');
    if (!existsSync(vite)) {
      if (existsSync(join(root, 'web/dist/index.html'))) return;
      fail(
        'The web app is not built, and the tools to build it are not installed; run npm ci --include=dev.',
      );
    }
    console.log('Building the web app…');
    const before = sourcesHash();
    const code = await run(projectNode(), [vite], ['build', '--logLevel=warn'], {
      cwd: join(root, 'web'),
    });
    if (code !== 0) fail('The web app could not be built; the lines above say why.');
    writeStamp('web', before);
  });
}

function isFresh() {
  return existsSync(join(root, 'web/dist/index.html')) && readStamp('web') === sourcesHash();
}

function sourcesHash() {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((path) => filesIn(path))) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)));
  }
  return hash.digest('hex');
}

function filesIn(path) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesIn(`${path}/${name}`));
}
