import { once } from 'node:events';
import { createServer } from 'node:net';
import { startApp } from './app.ts';
import { readConfig, type Config } from './config.ts';
import { prepareDataFolder } from './data-folder.ts';
import { startEmbedded } from './db/embedded.ts';
import { StartError } from './start-error.ts';
import { startWorkers } from './workers.ts';

type Stop = () => Promise<void>;

/** One Ctrl-C arrives more than once: from the terminal, from npm, and from the script npm runs. */
const ONE_PRESS = 500;

/** Not there, or there but refusing this user, password or name. */
const NO_DATABASE = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  '28P01',
  '28000',
  '3D000',
];

/** What is running, to be stopped in the opposite order of its start. */
const running: Stop[] = [];
let isStopping = false;
let exitCode = 0;
let firstSignalAt: number | undefined;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
// The script that started us is gone, by a kill that it couldn't hand on.
if (process.connected) process.once('disconnect', () => void shutDown());
for (const kind of ['uncaughtException', 'unhandledRejection'] as const) process.on(kind, fail);

const starting = start();
starting.catch((error: unknown) => fail(explain(error)));

function onSignal(): void {
  firstSignalAt ??= Date.now();
  if (Date.now() - firstSignalAt > ONE_PRESS) process.exit(1);
  void shutDown();
}

function fail(reason: unknown): void {
  console.error(reason);
  exitCode = 1;
  void shutDown();
}

async function start(): Promise<void> {
  const config = readConfig(process.env);
  // A worker has the port of the process that started it, which has tried it and says where we are.
  if (!config.worker) await tryPort(config);
  prepareDataFolder(config.dataFolder);
  const database = await openDatabase(config);
  if (isStopping) return;
  const address = await startServing(config, database);
  if (isStopping || config.worker) return;
  console.log(`\n  Roost is at ${config.publicUrl ?? address}`);
  console.log(`  For a lively demo, run in another terminal: npm run seed`);
  console.log(`  Data lies in ${config.dataFolder}; Ctrl-C stops everything.\n`);
}

/** In this process, or in several; gives where. */
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

/** Fails at once where listening will fail, before a database is started for nothing. */
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
    // Each process has up to 20 for requests, 4 for jobs and one to migrate.
    connections: 35 + 25 * config.workers,
    log: (line) => console.log(line),
  });
  running.push(() => embedded.stop());
  return { url: embedded.url, adminUrl: embedded.url };
}

async function shutDown(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  // Whatever is just being started can only be stopped once it runs.
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
  if (code && NO_DATABASE.includes(code))
    return `The database can't be used (${code}); check DATABASE_URL.`;
  if (syscall !== 'listen') return error;
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use by another program; stop that, or set PORT to another number.`;
  return `Can't listen on ${address} port ${port} (${code}); set HOST or PORT to something else.`;
}
