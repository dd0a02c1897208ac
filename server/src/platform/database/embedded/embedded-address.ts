import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, basename, join } from 'node:path';
import { postmasterLines } from './embedded-leftovers.ts';
import type { DataLocation } from './data-location.ts';

/** PostgreSQL accepts connections on this loopback port, and on a socket in this folder. The socket costs less. */
export interface Listening {
  port: number;
  socketFolder: string | null;
}

/** The most bytes of a socket's path on all supported systems, with the final zero. Linux allows 108, macOS 104. */
const MAX_SOCKET_PATH_BYTES = 104;
const PREFIX = 'roost-db-';
const socketIn = (folder: string, port: number | string) => join(folder, `.s.PGSQL.${port}`);

/**
 * A private folder whose path is short enough for a socket. It is the cluster's folder, or a new one in the system's temporary
 * folder if that path is too long. Null if both are too long.
 */
export function makeSocketFolder({ cluster, runAs }: DataLocation): string | null {
  if (fits(cluster)) return cluster;
  if (!fits(join(tmpdir(), `${PREFIX}XXXXXX`))) return null;
  const folder = mkdtempSync(join(tmpdir(), PREFIX));
  if (runAs.uid !== undefined && runAs.gid !== undefined) chownSync(folder, runAs.uid, runAs.gid);
  return folder;
}

function fits(folder: string): boolean {
  return Buffer.byteLength(socketIn(folder, 65_535)) < MAX_SOCKET_PATH_BYTES;
}

/** Deletes the sockets that a killed PostgreSQL left. Only for a cluster on which nothing runs. */
export function clearSockets(cluster: string): void {
  const left = socketFolderOf(postmasterLines(cluster));
  if (left && left !== cluster) removeSocketFolder(left);
  for (const name of existsSync(cluster) ? readdirSync(cluster) : [])
    if (name.startsWith('.s.PGSQL.')) rmSync(join(cluster, name), { force: true });
}

/** A killed PostgreSQL leaves this file. The process number in it may belong to another program now. */
export function removeSocket({ port, socketFolder }: Listening): void {
  if (socketFolder === null) return;
  const path = socketIn(socketFolder, port);
  for (const file of [path, `${path}.lock`]) rmSync(file, { force: true });
}

/** Accepts only our own folders, because a file contains the name. */
export function removeSocketFolder(folder: string): void {
  if (dirname(folder) === tmpdir() && basename(folder).startsWith(PREFIX))
    rmSync(folder, { recursive: true, force: true });
}

/** The address at which PostgreSQL says that it listens. Undefined if none runs on this cluster. */
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

/** A connection string that libpq also understands. */
export function addressOf(
  { port, socketFolder }: Listening,
  role: { name: string; password: string; database: string },
): string {
  const url = `postgres://${role.name}:${role.password}@127.0.0.1:${port}/${role.database}`;
  return socketFolder ? `${url}?host=${encodeURIComponent(socketFolder)}` : url;
}

export function freePort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const server = createServer();
  server.once('error', reject);
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    server.close(() => resolve(typeof address === 'object' ? (address?.port ?? 0) : 0));
  });
  return promise;
}

/** The address of the same server for its superuser, who has the same password. */
export function superuserAddress(url: string): string {
  const address = new URL(url);
  address.username = 'postgres';
  address.pathname = '/postgres';
  return address.href;
}
