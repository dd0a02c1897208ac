import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { v7 as newId } from 'uuid';
import type { Config } from '../../../server/src/kernel/config.ts';
import { MAX_SKEW_MS } from '../../../server/src/platform/database/clock-skew.ts';
import { RedisConnections } from '../../../server/src/platform/cluster/redis.ts';
import { makeMailer, tryMailServer } from '../../../server/src/platform/mail/mailer.ts';
import { makeLog } from '../../../server/src/platform/log.ts';
import { S3Storage } from '../../../server/src/platform/storage/s3-storage.ts';
import { findDatabase } from '../../seed/find-database.ts';
import { fine, note, problem, type Check, type Finding } from '../check.ts';
import { lookAtApps } from './authenticator-apps.ts';

const TIMEOUT_MS = 5_000;
const OLDEST_POSTGRES = 150_000;

/** The findings say everything. */
const silent = (config: Config) => makeLog({ ...config, logLevel: 'silent' });

/** Whether the database answers, is new enough, and agrees about the time. */
export const database: Check = {
  name: 'database',
  async look({ config }) {
    const found = await findDatabase(config, () => {});
    const client = new pg.Client({
      connectionString: found.adminUrl,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
    });
    try {
      await client.connect();
      const { rows } = await client.query<{ number: string; version: string; now: Date }>(
        `select current_setting('server_version_num') as number, current_setting('server_version') as version,
          clock_timestamp() as now`,
      );
      const [row] = rows;
      if (!row) return problem('the database has no answer', 'Look at its log.');
      if (Number(row.number) < OLDEST_POSTGRES)
        return problem(`PostgreSQL ${row.version} is too old`, 'Roost needs 15 or newer.');
      const skew = Math.abs(row.now.getTime() - Date.now());
      if (skew > MAX_SKEW_MS / 10)
        return problem(
          `the clocks of this machine and the database differ by ${Math.round(skew / 1_000)} s`,
          'Let a time server keep both right.',
        );
      const answers = fine(`PostgreSQL ${row.version} answers`);
      return [answers, ...(await lookAtApps(config, found.adminUrl))];
    } finally {
      await client.end().catch(() => {});
      await found.close();
    }
  },
};

/** Whether mails leave this machine. */
export const mail: Check = {
  name: 'mail',
  async look({ config, mailTo }) {
    if (!config.mailUrl)
      return note(
        'MAIL_URL is not set: mails are files in the data folder, and reach nobody',
        'Set MAIL_URL and MAIL_FROM.',
      );
    await tryMailServer(config.mailUrl);
    if (!mailTo) return fine('the mail server takes our mails; --mail <address> sends one');
    await makeMailer(config, silent(config), async () => 'Roost').send({
      to: { name: '', address: mailTo },
      subject: 'A test of your Roost',
      text: 'Mails of your Roost arrive.',
      html: '<p>Mails of your Roost arrive.</p>',
      locale: 'en',
    });
    return fine(
      `the mail server took a mail to ${mailTo}; look whether it arrived, and not as spam`,
    );
  },
};

/** Whether the Redis of several nodes answers. */
export const redis: Check = {
  name: 'redis',
  async look({ config }) {
    if (!config.redis) return fine('not needed by one node');
    const connections = await RedisConnections.open(config.redis, silent(config));
    try {
      return connections.isReady
        ? fine('Redis answers')
        : problem('Redis does not answer', 'Look at REDIS_URL and the Redis.');
    } finally {
      connections.close();
    }
  },
};

/** Whether the object store keeps files, and deletes them again. */
export const store: Check = {
  name: 'object store',
  async look({ config }) {
    if (!config.s3) return fine('pictures and videos are in the data folder');
    const storage = new S3Storage(config.s3, 'doctor');
    const folder = await mkdtemp(join(tmpdir(), 'roost-doctor-'));
    const [id, path] = [newId(), join(folder, 'test')];
    const file = { name: 'test.txt', type: 'text/plain', bytes: 4 };
    try {
      await writeFile(path, 'test');
      await storage.put(id, file, path);
      return (await storage.exists(id, file.name))
        ? fine('the object store keeps files')
        : problem('the object store lost a file', 'Look at the S3 settings and the bucket.');
    } finally {
      await storage.delete(id).catch(() => {});
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** Whether the relays for calls answer. */
export const relays: Check = {
  name: 'relays for calls',
  async look({ config: { turn } }) {
    if (!turn)
      return note(
        'TURN_URLS is not set: calls fail between people behind strict routers',
        'Run a relay; deploy/README.md says how.',
      );
    return Promise.all(turn.urls.map(async (url) => lookAtRelay(url)));
  },
};

/** A relay answers a request of STUN (RFC 8489) at the same port. Over TCP, an open port is the answer. */
async function lookAtRelay(url: string): Promise<Finding> {
  const {
    scheme,
    host = '',
    port,
    transport,
  } = /^(?<scheme>turns?):(?<host>\[[^\]]+\]|[^:?]+)(?::(?<port>\d+))?(?:\?transport=(?<transport>\w+))?$/.exec(
    url,
  )?.groups ?? {};
  const target = {
    host: host.replace(/^\[|\]$/g, ''),
    port: Number(port ?? (scheme === 'turns' ? 5349 : 3478)),
  };
  const isUdp = scheme === 'turn' && transport !== 'tcp';
  try {
    await (isUdp ? askStun(target) : openPort(target));
    return fine(`${url} answers`);
  } catch {
    return problem(`${url} does not answer`, 'Start the relay, and open its port in the firewall.');
  }
}

interface Target {
  host: string;
  port: number;
}

async function askStun({ host, port }: Target): Promise<void> {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
  try {
    const request = Buffer.concat([
      Buffer.from([0x00, 0x01, 0x00, 0x00, 0x21, 0x12, 0xa4, 0x42]),
      randomBytes(12),
    ]);
    socket.send(request, port, host);
    await once(socket, 'message', { signal: AbortSignal.timeout(TIMEOUT_MS) });
  } finally {
    socket.close();
  }
}

async function openPort(target: Target): Promise<void> {
  const socket = connect(target);
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(TIMEOUT_MS) });
  } finally {
    socket.destroy();
  }
}
