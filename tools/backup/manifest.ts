import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import { StartError } from '../../server/src/config/start-error.ts';
import { manifestPath } from '../../server/src/platform/backup/backup-ids.ts';
import type { BackupTarget } from '../../server/src/platform/backup/target.ts';
import { readObject } from './read-object.ts';

/** One stored file. */
export interface Entry {
  /** `database/…`, `media/<id>/<name>`, `exports/<id>/<name>`, `secrets/<name>` or `settings.env`. */
  logicalPath: string;
  /** Its path in the target. */
  path: string;
  /** Of the stored bytes, as they are in the target. */
  bytes: number;
  sha256: string;
}

/** How the built-in database was copied: its files, and the WAL from `startSegment` to `stopSegment`. */
export interface ClusterPart {
  kind: 'cluster';
  systemId: string;
  timeline: number;
  startSegment: string;
  stopSegment: string;
  stopLsn: string;
  /** All folders, because some must be there and are empty. */
  folders: string[];
}

/** A dump by `pg_dump`, with the number of rows of each table in its snapshot. */
export interface DumpPart {
  kind: 'dump';
  rows: Record<string, number>;
}

export interface Manifest {
  format: 1;
  id: string;
  /** The version of Roost. */
  roost: string;
  /** Identifies the site: the time of its first migration. */
  site: string;
  /** The major version of PostgreSQL. */
  postgres: number;
  startedAt: string;
  /** By the clock of the database. The backup contains every earlier commit. */
  endedAt: string;
  /** With the archived WAL, a restore reaches any time from this one on. */
  reachesFrom: string;
  /** The public key that the files are encrypted for. */
  recipient: string | null;
  database: ClusterPart | DumpPart;
  /** Rows of media from after this time may lack their files, because somebody deleted them during the backup. */
  mediaListedAt: string;
  /** Files of media that were deleted during the backup: `<id>/<name>`. */
  deletedMedia: string[];
  files: Entry[];
}

/** Writes one line for the head, one for each file, and one with the checksum of the lines above. */
export async function writeManifest(target: BackupTarget, manifest: Manifest): Promise<void> {
  const { files, ...head } = manifest;
  const gzip = createGzip();
  const stored = target.put(manifestPath(manifest.id), gzip);
  const hash = createHash('sha256');
  const write = async (value: unknown) => {
    const line = `${JSON.stringify(value)}\n`;
    hash.update(line);
    if (!gzip.write(line)) await Promise.race([once(gzip, 'drain'), stored]);
  };
  await write(head);
  for (const entry of files) await write(entry);
  gzip.end(`${JSON.stringify({ sha256: hash.digest('hex') })}\n`);
  await stored;
}

/** A manifest that is damaged, or that a newer Roost wrote. */
export class UnreadableManifest extends StartError {
  override name = 'UnreadableManifest';
  /** The site of the backup, if a newer Roost names it in the same way. */
  readonly site: string | undefined;

  constructor(message: string, site?: string) {
    super(message);
    this.site = site;
  }
}

/** Reads a manifest. Returns the error if this Roost cannot read it, so that one such backup does not stop work on the others. */
export async function tryManifest(
  target: BackupTarget,
  id: string,
): Promise<Manifest | UnreadableManifest> {
  return readManifest(target, id).catch((error: unknown) => {
    if (error instanceof UnreadableManifest) return error;
    throw error;
  });
}

/** Reads a manifest. Throws an UnreadableManifest if it is damaged. */
export async function readManifest(target: BackupTarget, id: string): Promise<Manifest> {
  const path = manifestPath(id);
  const damaged = (reason: string) =>
    new UnreadableManifest(`The manifest of the backup ${id} is damaged (${reason}): ${path}.`);
  const lines = await readObject(target, path, async (stored) => {
    const content = stored.pipe(createGunzip());
    stored.once('error', (error) => content.destroy(error));
    return checkedLines(content);
  }).catch((error: unknown) => {
    throw error instanceof StartError ? error : damaged((error as Error).message);
  });
  const [head, ...files] = lines as [Omit<Manifest, 'files'>?, ...Entry[]];
  if (head?.format !== 1)
    throw head === undefined
      ? damaged('it is empty')
      : new UnreadableManifest(
          `The backup ${id} was made by a newer Roost (${head.roost}).`,
          head.site,
        );
  for (const { logicalPath } of files)
    if (typeof logicalPath !== 'string') throw damaged('a file has no path');
    else if (logicalPath.split('/').some((part) => part === '..' || part === ''))
      throw damaged(logicalPath);
  return { ...head, files };
}

/** The values of all lines but the last one, which has their checksum. */
async function checkedLines(content: Readable): Promise<unknown[]> {
  const hash = createHash('sha256');
  const lines: unknown[] = [];
  let last: string | undefined;
  for await (const line of linesOf(content)) {
    if (last !== undefined) {
      hash.update(`${last}\n`);
      lines.push(JSON.parse(last));
    }
    last = line;
  }
  const { sha256 } = JSON.parse(last ?? '{}') as { sha256?: string };
  if (sha256 !== hash.digest('hex')) throw new Error('its checksum is wrong');
  return lines;
}

/** `node:readline` does not pass errors of the stream on. */
async function* linesOf(content: Readable): AsyncGenerator<string> {
  let rest = '';
  for await (const part of content.setEncoding('utf8')) {
    const lines = (rest + String(part)).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

/** One object with this text, for `put`. */
export const streamOf = (text: string): Readable => Readable.from([Buffer.from(text)]);
