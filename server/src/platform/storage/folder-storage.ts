import { createReadStream } from 'node:fs';
import { access, copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { ByteRange, Storage, StoredFile } from './storage.ts';

/** Stores media on disk, with one folder for each medium. Parent folders spread them, so no folder has too many entries. */
export class FolderStorage implements Storage {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  async put(id: string, file: StoredFile, path: string): Promise<void> {
    const folder = this.#folder(id);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const draft = join(folder, `.${file.name}.part`);
    await moveFile(path, draft);
    await sync(draft);
    await rename(draft, join(folder, file.name));
    await sync(folder);
  }

  async read(id: string, name: string, range?: ByteRange): Promise<Readable> {
    // Opens the file first, so a missing file is an error of this call and not of the stream.
    const handle = await open(join(this.#folder(id), name), 'r');
    return createReadStream('', { fd: handle, ...range });
  }

  async exists(id: string, name: string): Promise<boolean> {
    return access(join(this.#folder(id), name)).then(
      () => true,
      () => false,
    );
  }

  async delete(id: string, names?: string[]): Promise<void> {
    const folder = this.#folder(id);
    const gone = names ? names.map((name) => join(folder, name)) : [folder];
    await Promise.all(gone.map((path) => rm(path, { recursive: true, force: true })));
  }

  async *list(): AsyncGenerator<{ id: string; writtenAt: Date }> {
    for (const shelf of await namesIn(this.#root)) {
      for (const id of await namesIn(join(this.#root, shelf))) {
        const found = await stat(join(this.#root, shelf, id)).catch(() => null);
        if (found) yield { id, writtenAt: found.mtime };
      }
    }
  }

  async *files(): AsyncGenerator<{ id: string; name: string; bytes: number }> {
    for await (const { id } of this.list())
      for (const name of await namesIn(this.#folder(id))) {
        const found = await stat(join(this.#folder(id), name)).catch(() => null);
        // A name with a dot is a draft that `put` writes.
        if (found?.isFile() && !name.startsWith('.')) yield { id, name, bytes: found.size };
      }
  }

  /** Uses the end of the id, because the end is random and the beginning is the time. */
  #folder(id: string): string {
    return join(this.#root, id.slice(-2), id);
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

/** Moves a file. Between different disks it copies and deletes. */
async function moveFile(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await copyFile(from, to);
    await rm(from);
  }
}

/** Flushes a file, or the names in a folder, so they survive a power cut. */
async function sync(path: string): Promise<void> {
  await using handle = await open(path, 'r');
  await handle.sync();
}
