import {
  addressOf,
  clearSockets,
  freePort,
  makeSocketFolder,
  removeSocketFolder,
} from '../embedded/embedded-address.ts';
import type { Binaries } from '../embedded/embedded-binaries.ts';
import { clearLeftovers } from '../embedded/embedded-leftovers.ts';
import { launchPostmaster } from '../embedded/embedded-postmaster.ts';
import type { DataLocation } from '../embedded/data-location.ts';

/** A PostgreSQL that runs for one command. */
export interface RunningCluster extends AsyncDisposable {
  /** The address of a role and a database. */
  url(role: 'roost' | 'postgres', database: 'roost' | 'postgres'): string;
}

/** Runs a cluster until it is disposed. Only for a process that holds the lock of the data folder. */
export async function runCluster(
  location: DataLocation,
  binaries: Binaries,
  password: string,
  log: (line: string) => void,
): Promise<RunningCluster> {
  await clearLeftovers(location.cluster, log);
  clearSockets(location.cluster);
  const listening = { port: await freePort(), socketFolder: makeSocketFolder(location) };
  const postmaster = launchPostmaster(location, binaries, {
    listening,
    durable: true,
    connections: 20,
  });
  await postmaster.ready();
  return {
    url: (name, database) => addressOf(listening, { name, password, database }),
    async [Symbol.asyncDispose]() {
      await postmaster.stop();
      if (listening.socketFolder) removeSocketFolder(listening.socketFolder);
    },
  };
}
