import { createReadStream } from 'node:fs';
import { access, copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { ByteRange, Storage, StoredFile } from './storage.ts';

/** Keeps media in a folder, those of one medium together, spread so that no folder grows too long. */
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
    // Opened here, so that a missing file is an error of this call and not of a stream half sent.
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

  /** By the end of the id, which is random; its beginning is the time. */
  #folder(id: string): string {
    return join(this.#root, id.slice(-2), id);
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

/** Where the two are on different disks a move is a copy. */
async function moveFile(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    await copyFile(from, to);
    await rm(from);
  }
}

/** Has what was written, or renamed in a folder, survive a power cut. */
async function sync(path: string): Promise<void> {
  await using handle = await open(path, 'r');
  await handle.sync();
}
