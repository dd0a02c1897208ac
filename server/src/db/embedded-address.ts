import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, basename, join } from 'node:path';
import { postmasterLines } from './embedded-leftovers.ts';
import type { Place } from './embedded-place.ts';

/** Where a PostgreSQL takes connections: on this port of loopback, and by a socket in this folder, which costs less. */
export interface Listening {
  port: number;
  socketFolder: string | null;
}

/** Bytes a socket's path can have on any system we run on, its ending zero included (Linux has 108, macOS 104). */
const LONGEST = 104;
const PREFIX = 'roost-db-';
const socketIn = (folder: string, port: number | string) => join(folder, `.s.PGSQL.${port}`);

/**
 * A folder nobody else can enter that is short enough for a socket in it: the cluster itself, or where its path is too
 * long one made for it in the system's temporary folder; null where that is too long as well.
 */
export function makeSocketFolder({ cluster, runAs }: Place): string | null {
  if (fits(cluster)) return cluster;
  if (!fits(join(tmpdir(), `${PREFIX}XXXXXX`))) return null;
  const folder = mkdtempSync(join(tmpdir(), PREFIX));
  if (runAs.uid !== undefined && runAs.gid !== undefined) chownSync(folder, runAs.uid, runAs.gid);
  return folder;
}

function fits(folder: string): boolean {
  return Buffer.byteLength(socketIn(folder, 65_535)) < LONGEST;
}

/** Takes away what one that was killed left of its sockets. To be called when nothing runs on this cluster. */
export function clearSockets(cluster: string): void {
  const left = socketFolderOf(postmasterLines(cluster));
  if (left && left !== cluster) removeSocketFolder(left);
  for (const name of existsSync(cluster) ? readdirSync(cluster) : [])
    if (name.startsWith('.s.PGSQL.')) rmSync(join(cluster, name), { force: true });
}

/** One that was killed leaves it, along with the number of a process that may be another's by now. */
export function removeSocket({ port, socketFolder }: Listening): void {
  if (socketFolder === null) return;
  const path = socketIn(socketFolder, port);
  for (const file of [path, `${path}.lock`]) rmSync(file, { force: true });
}

/** Only ever one of ours: its name is read from a file. */
export function removeSocketFolder(folder: string): void {
  if (dirname(folder) === tmpdir() && basename(folder).startsWith(PREFIX))
    rmSync(folder, { recursive: true, force: true });
}

/** Where the PostgreSQL that runs on this cluster listens, by its own word; undefined when none runs. */
export function findListening(cluster: string): Listening | undefined {
  const lines = postmasterLines(cluster);
  const port = Number(lines[3]);
  if (!(port > 0)) return undefined;
  const folder = socketFolderOf(lines);
  return { port, socketFolder: folder && existsSync(socketIn(folder, port)) ? folder : null };
}

function socketFolderOf(lines: string[]): string | null {
  return lines[4]?.trim() || null;
}

/** As a connection string that libpq understands, too. */
export function addressOf(
  { port, socketFolder }: Listening,
  role: { name: string; password: string; database: string },
): string {
  const url = `postgres://${role.name}:${role.password}@127.0.0.1:${port}/${role.database}`;
  return socketFolder ? `${url}?host=${encodeURIComponent(socketFolder)}` : url;
}
