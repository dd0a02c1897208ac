import { once } from 'node:events';
import { createServer } from 'node:net';
import { startApp } from './app.ts';
import { readConfig } from './config/config.ts';
import type { Config } from './kernel/config.ts';
import { prepareDataFolder } from './config/data-folder.ts';
import { dataPlaces } from './config/data-places.ts';
import { startEmbedded } from './platform/database/embedded/embedded.ts';
import { walArchiveOf } from './platform/backup/wal-archive.ts';
import { dropRights } from './platform/process/drop-privileges.ts';
import { StartError } from './config/start-error.ts';
import { startWorkers } from './platform/cluster/workers.ts';

type Stop = () => Promise<void>;

/** One Ctrl-C arrives up to three times within this period: from the terminal, from npm and from its script. */
const ONE_PRESS_MS = 500;

/** Error codes of an unreachable database, and of one that refuses the user, the password or the name. */
const DATABASE_UNUSABLE_CODES = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  '28P01',
  '28000',
  '3D000',
];

/** Stops the running parts. The last part that started stops first. */
const running: Stop[] = [];
let isStopping = false;
let exitCode = 0;
let firstSignalAt: number | undefined;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
// The parent script was killed and could not pass the signal on.
if (process.connected) process.once('disconnect', () => void shutDown());
for (const kind of ['uncaughtException', 'unhandledRejection'] as const) process.on(kind, fail);

// The program that read the output is gone, such as a pager. Each line would be a failure otherwise, and so would the line about
// that failure.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {});

const starting = start();
starting.catch((error: unknown) => fail(explain(error)));

function onSignal(): void {
  firstSignalAt ??= performance.now();
  if (performance.now() - firstSignalAt > ONE_PRESS_MS) process.exit(1);
  void shutDown();
}

function fail(reason: unknown): void {
  console.error(reason);
  exitCode = 1;
  void shutDown();
}

async function start(): Promise<void> {
  const config = readConfig(process.env);
  // The primary process tests the port of its workers and prints the address.
  if (!config.worker) await tryPort(config);
  prepareDataFolder(config.dataFolder);
  const notes = await dropRights(config);
  const database = await openDatabase(config);
  if (isStopping) return;
  const address = await startServing(config, database);
  if (isStopping || config.worker) return;
  // From now on, the parent script starts this process again if it ends by itself.
  process.send?.('serving');
  console.log(`\n  Roost is at ${config.publicUrl ?? address}`);
  console.log(`  For a lively demo, run in another terminal: npm run seed`);
  for (const note of notes) console.log(`  ${note}`);
  console.log(`  Data lies in ${dataPlaces(config)}; Ctrl-C stops everything.\n`);
}

/** Starts the server in this process or in several workers. Returns its address. */
async function startServing(
  config: Config,
  database: { url: string; adminUrl: string },
): Promise<string> {
  if (config.workers === 1) {
    const app = await startApp(config, database);
    running.push(() => app.close());
    return app.address;
  }
  const workers = await startWorkers(config, database);
  running.push(() => workers.stop());
  return `http://localhost:${config.port}`;
}

/** Fails at once if the port is not usable, before the database starts. */
async function tryPort({ port, host }: Config): Promise<void> {
  const server = createServer();
  server.listen(port, host);
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

async function openDatabase(config: Config): Promise<{ url: string; adminUrl: string }> {
  if (config.databaseUrl)
    return { url: config.databaseUrl, adminUrl: config.databaseAdminUrl ?? config.databaseUrl };
  const embedded = await startEmbedded({
    folder: config.dataFolder,
    // Each process has up to 20 for requests, 8 for jobs, one for session events and one to migrate.
    connections: 35 + 30 * config.workers,
    walArchive: walArchiveOf(config, process.env),
    log: (line) => console.log(line),
  });
  running.push(() => embedded.stop());
  return { url: embedded.url, adminUrl: embedded.url };
}

async function shutDown(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  // A part that still starts can stop only after its start.
  await starting.catch(() => {});
  for (let stop = running.pop(); stop; stop = running.pop()) {
    await stop().catch((error: unknown) => {
      console.error(error);
      exitCode = 1;
    });
  }
  process.exit(exitCode);
}

function explain(error: unknown): unknown {
  if (error instanceof StartError) return error.message;
  const { code, syscall, port, address } = error as NodeJS.ErrnoException & {
    port?: number;
    address?: string;
  };
  if (code && DATABASE_UNUSABLE_CODES.includes(code))
    return `The database can't be used (${code}); check DATABASE_URL.`;
  if (syscall !== 'listen') return error;
  if (code === 'EACCES' && process.getuid?.() !== 0)
    return `Roost runs without root's rights, and port ${port} needs these. Set PORT to 1024 or more and put a proxy in front, or run sysctl -w net.ipv4.ip_unprivileged_port_start=${port}.`;
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use by another program; stop that, or set PORT to another number.`;
  return `Can't listen on ${address} port ${port} (${code}); set HOST or PORT to something else.`;
}
