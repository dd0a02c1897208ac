import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { makeRunFolder, type DatasetSize } from '../dataset/dataset.ts';
import { OWN_ROOT } from '../subject.ts';

const run = promisify(execFile);

/** The sources of a commit with their packages, in a folder of their own. */
export interface CheckOut {
  /** The commit in short, as Git names it. */
  commit: string;
  root: URL;
  /** Makes a network with these sources. Returns the path of the folder in which it is kept. */
  keepDataset(size: DatasetSize): Promise<string>;
  remove(): Promise<void>;
}

export async function checkOut(asked: string): Promise<CheckOut> {
  const commit = await resolve(asked);
  const folder = await makeRunFolder();
  // The server may run as another user, who must be able to read the folder.
  await chmod(folder, 0o755);
  const remove = async () => rm(folder, { recursive: true, force: true });
  const root = pathToFileURL(`${folder}/`);
  try {
    await extract(commit, folder);
    const setup = new URL('tools/setup.mjs', root).href;
    await run(process.execPath, [
      '-e',
      `import(${JSON.stringify(setup)}).then((it) => it.install())`,
    ]);
  } catch (error) {
    await remove();
    throw error;
  }
  return { commit, root, remove, keepDataset: async (size) => keepWith(root, size) };
}

async function resolve(asked: string): Promise<string> {
  try {
    const { stdout } = await git('rev-parse', '--short', '--verify', `${asked}^{commit}`);
    return stdout.trim();
  } catch {
    throw new Error(`There is no commit ${asked}.`);
  }
}

const git = async (...parameters: string[]) =>
  run('git', parameters, { cwd: fileURLToPath(OWN_ROOT) });

async function extract(commit: string, folder: string): Promise<void> {
  const archive = join(folder, 'sources.tar');
  await git('archive', `--output=${archive}`, commit);
  await run('tar', ['-x', '-f', archive, '-C', folder]);
  await rm(archive);
}

async function keepWith(root: URL, size: DatasetSize): Promise<string> {
  const program = fileURLToPath(new URL('bench/dataset/keep.ts', root));
  const child = spawn(process.execPath, [program, JSON.stringify(size)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => (output += part));
  const [code] = (await once(child, 'close')) as [number | null];
  const kept = output.trim().split('\n').at(-1);
  if (code !== 0 || !kept) throw new Error('The sources of the commit could not make a network.');
  return kept;
}
