import type { Readable } from 'node:stream';
import type { Storage } from '../../server/src/platform/storage/storage.ts';
import type { BackupTarget } from '../../server/src/platform/backup/target.ts';
import { endingOf } from '../../server/src/platform/backup/codec.ts';
import { inParallel } from './in-parallel.ts';
import type { Entry } from './manifest.ts';
import { storeFile } from './store-file.ts';

const PARALLEL_FILES = 4;

/** A store of files, and its name in the backup. */
export interface Source {
  name: 'media' | 'exports';
  storage: Storage;
}

/**
 * Copies the media files that the target does not have yet. A file never changes, so its id and name identify its content.
 * `known` has the entries of earlier backups, by `keyOfStored`.
 */
export class MediaCopier {
  readonly entries = new Map<string, Entry>();
  readonly #target: BackupTarget;
  readonly #sources: readonly Source[];
  readonly #recipient: string | null;
  readonly #known: ReadonlyMap<string, Entry>;
  readonly #backupId: string;
  /** The sizes of the objects in the target, by their paths. */
  #there = new Map<string, number>();
  copied = 0;

  constructor(
    target: BackupTarget,
    sources: readonly Source[],
    recipient: string | null,
    known: ReadonlyMap<string, Entry>,
    backupId: string,
  ) {
    this.#target = target;
    this.#sources = sources;
    this.#recipient = recipient;
    this.#known = known;
    this.#backupId = backupId;
  }

  /** Copies what is stored now. */
  async copy(): Promise<void> {
    const folder = mediaFolder(this.#recipient);
    if (this.#there.size === 0)
      for await (const { path, bytes } of this.#target.list(folder)) this.#there.set(path, bytes);
    for (const { name: source, storage } of this.#sources)
      await inParallel(storage.files(), PARALLEL_FILES, async ({ id, name }) => {
        const logicalPath = `${source}/${id}/${name}`;
        if (this.entries.has(logicalPath)) return;
        const entry =
          this.#unchanged(`${folder}${logicalPath}`) ??
          (await this.#store(storage, id, name, logicalPath));
        if (entry) this.entries.set(logicalPath, { ...entry, logicalPath });
      });
  }

  /** The entry of an earlier backup, if its object is still in the target. */
  #unchanged(key: string): Entry | undefined {
    const known = this.#known.get(key);
    return known && this.#there.get(known.path) === known.bytes ? known : undefined;
  }

  /** Replaces no object that only an unreadable manifest may name, because each encryption gives another checksum. */
  #newPath(logicalPath: string): string {
    const folder = mediaFolder(this.#recipient);
    const path = `${folder}${logicalPath}`;
    const isOfOthers =
      !this.#known.has(path) && this.#there.has(`${path}${endingOf(false, this.#recipient)}`);
    return isOfOthers ? `${folder}${this.#backupId}/${logicalPath}` : path;
  }

  /** Undefined if somebody deleted the file before this could read it. */
  async #store(
    storage: Storage,
    id: string,
    name: string,
    logicalPath: string,
  ): Promise<Entry | undefined> {
    let content: Readable;
    try {
      content = await storage.read(id, name);
    } catch (error) {
      if (!(await storage.exists(id, name))) return undefined;
      throw error;
    }
    this.copied += 1;
    return storeFile(this.#target, content, {
      logicalPath,
      path: this.#newPath(logicalPath),
      // Pictures and videos are compressed.
      isZipped: false,
      recipient: this.#recipient,
    });
  }
}

/** Each key has a folder of its own. So after a change of the key, the next backup copies all media files again. */
function mediaFolder(recipient: string | null): string {
  return `files/${recipient === null ? 'plain' : recipient.slice(-12)}/`;
}

/** Identifies a media file and the key it is encrypted for. It is the usual path in the target without its ending. */
export function keyOfStored({ path, logicalPath }: Entry): string {
  return `${path.split('/', 2).join('/')}/${logicalPath}`;
}
