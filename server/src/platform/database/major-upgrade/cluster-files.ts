import { constants, lchownSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import type { DataLocation } from '../embedded/data-location.ts';

/** The bytes of all files of a folder, and of those that links in it lead to. */
export function bytesOf(folder: string): number {
  let bytes = 0;
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const found = statSync(path);
    bytes += found.isDirectory() ? bytesOf(path) : found.size;
  }
  return bytes;
}

/** Copies the files of a cluster that does not run. File systems that can share blocks need no space for it. */
export async function copyClusterFiles(from: DataLocation, to: DataLocation): Promise<void> {
  // The user of the database passes through.
  mkdirSync(to.home, { mode: 0o711 });
  await cp(from.cluster, to.cluster, {
    recursive: true,
    mode: constants.COPYFILE_FICLONE,
    // A link, such as one to a disk for the WAL, would lead the copy to files of the original.
    dereference: true,
  });
  const { uid, gid } = to.runAs;
  if (uid === undefined || gid === undefined) return;
  for (const path of [to.cluster, ...pathsIn(to.cluster)]) lchownSync(path, uid, gid);
}

function pathsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) =>
    join(folder, path),
  );
}
