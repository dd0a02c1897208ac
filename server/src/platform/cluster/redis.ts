import { Cluster, Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { Redis as RedisPort } from '../../kernel/ports.ts';
import type { RedisConfig } from '../../kernel/config.ts';

type Listener = (message: Buffer) => void;
/** A Redis, or a Redis Cluster. Both take the same commands. */
export type RedisClient = Redis | Cluster;

/** Milliseconds for which a command may run. Then it fails as in an outage. */
const COMMAND_TIMEOUT_MS = 1_000;
/** Milliseconds without an answer. Then the client reconnects, and commands fail at once until it is connected. */
const SILENCE_TIMEOUT_MS = 2_000;
/** Milliseconds between two attempts to connect. */
const RETRY_DELAY_MS = 500;
/** Milliseconds for which the start waits for the first connection. Then it goes on without. */
const CONNECT_TIMEOUT_MS = 3_000;
/** Milliseconds after a reconnection. By then Redis has restored the subscriptions. */
const RESUBSCRIBE_DELAY_MS = 500;

/**
 * Connections to Redis that reconnect by themselves. During an outage, commands fail at once, published messages are lost,
 * and subscriptions wait.
 */
export class RedisConnections implements RedisPort {
  /** For commands only, so that no command waits behind a subscription. */
  readonly client: RedisClient;
  readonly isCluster: boolean;
  readonly #subscriber: RedisClient;
  readonly #listeners = new Map<string, Listener>();

  private constructor(config: RedisConfig, log: Logger) {
    this.isCluster = config.isCluster;
    this.client = connect(config, { isSubscriber: false });
    this.#subscriber = connect(config, { isSubscriber: true });
    for (const each of [this.client, this.#subscriber]) logChanges(each, log);
    this.#subscriber.on('smessageBuffer', (channel: Buffer, message: Buffer) => {
      try {
        this.#listeners.get(channel.toString())?.(message);
      } catch (error) {
        // Anybody with access to Redis can publish here, and an error in this listener would end the process.
        log.error({ err: error, channel: channel.toString() }, 'malformed message dropped');
      }
    });
  }

  /** Connects. If that takes too long, it goes on in the background. */
  static async open(config: RedisConfig, log: Logger): Promise<RedisConnections> {
    const connections = new RedisConnections(config, log);
    const both = [connections.client, connections.#subscriber].map(async (each) => {
      if (each.status !== 'ready') await new Promise((resolve) => each.once('ready', resolve));
    });
    const late = new Promise((resolve) => setTimeout(resolve, CONNECT_TIMEOUT_MS).unref());
    await Promise.race([Promise.all(both), late]);
    return connections;
  }

  get isReady(): boolean {
    return this.client.status === 'ready' && this.#subscriber.status === 'ready';
  }

  async publish(channel: string, message: string | Buffer): Promise<number> {
    return (await this.client.spublish(channel, message)) as number;
  }

  /** Sets the one listener of a channel. Resolves when messages arrive, or when the subscription failed and will be repeated. */
  async subscribe(channel: string, listener: Listener): Promise<void> {
    this.#listeners.set(channel, listener);
    await this.#subscriber.ssubscribe(channel).catch(() => this.#subscribeLater(channel, listener));
  }

  unsubscribe(channel: string): void {
    this.#listeners.delete(channel);
    this.#subscriber.sunsubscribe(channel).catch(() => {});
  }

  /** Reports that subscriptions were restored after a broken connection. While that fails, it reports each attempt. */
  onResubscribed(listener: () => void): void {
    let isDue = false;
    this.#subscriber.on(this.isCluster ? 'subscribersReady' : 'ready', () => {
      if (isDue) return;
      isDue = true;
      setTimeout(() => {
        isDue = false;
        listener();
      }, RESUBSCRIBE_DELAY_MS).unref();
    });
  }

  /** Counts the subscriptions of a channel at all nodes. */
  async countSubscriptions(channel: string): Promise<number> {
    const nodes = this.client instanceof Cluster ? this.client.nodes() : [this.client];
    const counts = await Promise.all(
      nodes.map(async (node) => {
        const [, count] = (await node.call('PUBSUB', 'SHARDNUMSUB', channel)) as [string, number];
        return count;
      }),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }

  close(): void {
    this.client.disconnect();
    this.#subscriber.disconnect();
  }

  /** Repeats a refused subscription, which the library does not restore. It stops after success or `unsubscribe`. */
  #subscribeLater(channel: string, listener: Listener): void {
    setTimeout(() => {
      if (this.#listeners.get(channel) === listener && this.#subscriber.status !== 'end')
        void this.subscribe(channel, listener);
    }, RETRY_DELAY_MS).unref();
  }
}

function connect(config: RedisConfig, { isSubscriber }: { isSubscriber: boolean }): RedisClient {
  const { nodes, isCluster, username, password, isEncrypted, database } = config;
  const common = {
    username,
    password,
    ...(isEncrypted && { tls: {} }),
    connectTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
    // Subscriptions wait. A command that waits would delay a request.
    ...(!isSubscriber && { commandTimeout: COMMAND_TIMEOUT_MS, maxRetriesPerRequest: 0 }),
  };
  if (!isCluster)
    return new Redis({
      ...nodes[0],
      ...common,
      db: database,
      enableOfflineQueue: isSubscriber,
      retryStrategy: () => RETRY_DELAY_MS,
    });
  return new Cluster(nodes, {
    redisOptions: common,
    shardedSubscribers: isSubscriber,
    enableOfflineQueue: isSubscriber,
    clusterRetryStrategy: () => RETRY_DELAY_MS,
    clusterNodeRetryStrategy: () => RETRY_DELAY_MS,
    slotsRefreshInterval: 2_000,
    // One attempt is enough. By then another shard may have taken over. Otherwise the command fails as in an outage.
    retryDelayOnFailover: RETRY_DELAY_MS / 2,
    retryDelayOnClusterDown: RETRY_DELAY_MS / 2,
  });
}

function logChanges(client: RedisClient, log: Logger): void {
  let isAway = false;
  client.on('error', (error: unknown) => {
    if (!isAway) log.warn({ err: error }, 'Redis is unavailable; connecting again');
    isAway = true;
  });
  client.on('ready', () => {
    if (isAway) log.warn('Redis is available again');
    isAway = false;
  });
}
