import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
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

const dist = join(root, 'web/dist');
/** Where a build grows. web/vite.config.ts writes there. */
const draft = join(dist, '.new');
/** The page of the language that every build has. */
const firstPage = join(dist, 'en/index.html');

/** Builds the web app in each language if its sources have changed since the last build. */
export async function buildWeb() {
  if (isFresh()) return;
  await alone('build', async () => {
    if (isFresh()) return;
    const vite = join(root, 'node_modules/vite/bin/vite.js');
    if (!existsSync(vite)) {
      if (existsSync(firstPage)) return;
      fail(
        'The web app is not built, and the tools to build it are not installed; run npm ci --include=dev.',
      );
    }
    console.log('Building the web app…');
    const before = sourcesHash();
    rmSync(draft, { recursive: true, force: true });
    if (!(await buildLanguages(vite)))
      fail('The web app could not be built; the lines above say why.');
    // A server that runs from this folder keeps its files until all languages are there.
    for (const name of readdirSync(dist))
      if (join(dist, name) !== draft) rmSync(join(dist, name), { recursive: true });
    for (const name of readdirSync(draft)) renameSync(join(draft, name), join(dist, name));
    rmSync(draft, { recursive: true });
    writeStamp('web', before);
  });
}

/** Builds up to four languages at a time. Begins no further one after a failure. Returns whether all succeeded. */
async function buildLanguages(vite) {
  const waiting = languages();
  let isWell = true;
  const work = async () => {
    for (let language = waiting.shift(); language && isWell; language = waiting.shift()) {
      const code = await run(projectNode(), [vite], ['build', '--logLevel=warn'], {
        cwd: join(root, 'web'),
        env: { ...process.env, WEB_LANGUAGE: language },
      });
      if (code !== 0) isWell = false;
    }
  };
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), 4) }, work));
  return isWell;
}

/** The languages with a catalogue, English first. */
function languages() {
  return readdirSync(join(root, 'web/src/shell/words'))
    .map((file) => file.slice(0, -'.json'.length))
    .sort((one, other) => (one === 'en' ? -1 : other === 'en' ? 1 : one < other ? -1 : 1));
}

function isFresh() {
  return existsSync(firstPage) && readStamp('web') === sourcesHash();
}

/** Changes with every source of the web app. It is the same for every language. */
export function sourcesHash() {
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
