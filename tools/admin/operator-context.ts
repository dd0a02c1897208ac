import { closingOf, makeContext } from '../../server/src/app.ts';
import { readConfig } from '../../server/src/config/config.ts';
import { prepareDataFolder } from '../../server/src/config/data-folder.ts';
import type { Context } from '../../server/src/kernel/context.ts';
import { openStorage, type MediaPorts } from '../../server/src/media/media-ports.ts';
import { operatorCluster } from '../../server/src/platform/cluster/operator-cluster.ts';
import { migrate } from '../../server/src/platform/database/migrate.ts';
import { dropRights } from '../../server/src/platform/process/drop-privileges.ts';
import { subscribe } from '../../server/src/subscriptions.ts';
import { findDatabase } from '../seed/find-database.ts';

/** Opens the site of this configuration, runs the work, and closes everything. Logs go to the standard error output. */
export async function withOperatorContext<Result>(
  work: (ctx: Context) => Promise<Result>,
): Promise<Result> {
  // One connection to Redis would only count limits, and the operator has none.
  const config = { ...readConfig(process.env), redis: null, logLevel: 'warn' as const };
  prepareDataFolder(config.dataFolder);
  await dropRights(config);
  const found = await findDatabase(config, (line) => console.error(line));
  try {
    await migrate(found.adminUrl, { log: (line) => console.error(line) });
    return await withContext(config, found.adminUrl, work);
  } finally {
    await found.close();
  }
}

/** Runs the work with a context whose changes reach all running nodes. `url` is of the role that owns the tables. */
export async function withContext<Result>(
  config: Context['config'],
  url: string,
  work: (ctx: Context) => Promise<Result>,
): Promise<Result> {
  const ctx: Context = await makeContext(config, url, {
    logTo: { write: (line) => void process.stderr.write(line) },
    cluster: operatorCluster(() => ctx),
    media: await filesOnly(config),
  });
  try {
    subscribe(ctx, {});
    const result = await work(ctx);
    await ctx.events.settled();
    return result;
  } finally {
    await closingOf(ctx)[Symbol.asyncDispose]();
  }
}

/** A command reads and deletes stored files. It takes no uploads, so the folder of arriving ones stays untouched. */
async function filesOnly(config: Context['config']): Promise<MediaPorts> {
  const refuse = new Proxy(
    {},
    {
      get() {
        throw new Error('Commands of the operator take no uploads.');
      },
    },
  );
  return {
    storage: await openStorage(config),
    exports: await openStorage(config, 'exports'),
    workers: refuse as MediaPorts['workers'],
    links: refuse as MediaPorts['links'],
    incoming: '',
    disk: refuse as MediaPorts['disk'],
    ffmpeg: null,
    close() {},
  };
}
