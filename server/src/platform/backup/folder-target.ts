import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StartError } from '../../config/start-error.ts';
import { flushFolder } from '../../lib/flush-folder.ts';
import { MissingObject } from './missing-object.ts';
import type { BackupTarget, StoredObject } from './target.ts';

/** The folder of incomplete files. A killed process leaves its file here, and `prune` deletes it. */
export const DRAFTS = 'drafts/';

export class FolderTarget implements BackupTarget {
  readonly name: string;

  constructor(folder: string) {
    this.name = folder;
  }

  async put(path: string, content: Readable): Promise<void> {
    const file = join(this.name, path);
    // Another process may write the same object.
    const draft = join(this.name, DRAFTS, `${path.replaceAll('/', ' ')}.${process.pid}`);
    try {
      for (const folder of [dirname(draft), dirname(file)])
        await mkdir(folder, { recursive: true, mode: 0o700 });
      await pipeline(content, createWriteStream(draft, { mode: 0o600, flush: true }));
      await rename(draft, file);
      await flushFolder(dirname(file));
    } catch (error) {
      await rm(draft, { force: true }).catch(() => {});
      throw explain(error, this.name);
    }
  }

  async get(path: string): Promise<Readable> {
    try {
      const handle = await open(join(this.name, path), 'r');
      return handle.createReadStream();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT')
        throw new MissingObject(path, this.name);
      throw error;
    }
  }

  async *list(prefix: string): AsyncGenerator<StoredObject> {
    const end = prefix.lastIndexOf('/') + 1;
    yield* this.#within(prefix.slice(0, end), prefix.slice(end));
  }

  async delete(paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      await rm(join(this.name, path), { force: true });
      // Fails as soon as a folder has something in it.
      for (let each = dirname(path); each !== '.'; each = dirname(each))
        if (!(await rmdir(join(this.name, each)).then(isDone, isNot))) break;
    }
  }

  async *#within(folder: string, beginning: string): AsyncGenerator<StoredObject> {
    const entries = await readdir(join(this.name, folder), { withFileTypes: true }).catch(
      undefinedIfMissing,
    );
    for (const entry of entries ?? []) {
      const path = `${folder}${entry.name}`;
      if (!entry.name.startsWith(beginning)) continue;
      if (entry.isDirectory()) yield* this.#within(`${path}/`, '');
      else {
        // Another process may have moved its draft meanwhile.
        const found = await stat(join(this.name, path)).catch(undefinedIfMissing);
        if (found) yield { path, bytes: found.size, writtenAt: found.mtime };
      }
    }
  }
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

const isDone = () => true;
const isNot = () => false;

function explain(error: unknown, folder: string): unknown {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (syscall === undefined || code === undefined) return error;
  return new StartError(`Backups can't be written to ${folder} (${code}).`, { cause: error });
}
