import { Cluster, Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { RedisConfig } from './config.ts';

type Hear = (message: Buffer) => void;
/** A Redis, or a whole Redis Cluster: both take the same commands. */
export type RedisClient = Redis | Cluster;

/** Milliseconds a command may take; then it is as if Redis were away. */
const COMMAND_WITHIN = 1_000;
/** Milliseconds between two tries to connect. */
const RETRY_EVERY = 500;
/** Milliseconds the first connection may take before we start without. */
const FIRST_WITHIN = 3_000;
/** Milliseconds until subscriptions that are made anew are taken. */
const TAKEN_WITHIN = 500;

/**
 * Connections to Redis, which come back by themselves. While it is away commands fail at once, what is published is
 * lost, and subscriptions wait.
 */
export class RedisLinks {
  /** For commands; nothing else is to wait behind a subscription. */
  readonly client: RedisClient;
  readonly isCluster: boolean;
  readonly #subscriber: RedisClient;
  readonly #listeners = new Map<string, Hear>();

  private constructor(config: RedisConfig, log: Logger) {
    this.isCluster = config.isCluster;
    this.client = connect(config, { isSubscriber: false });
    this.#subscriber = connect(config, { isSubscriber: true });
    for (const each of [this.client, this.#subscriber]) logChanges(each, log);
    this.#subscriber.on('smessageBuffer', (channel: Buffer, message: Buffer) =>
      this.#listeners.get(channel.toString())?.(message),
    );
  }

  /** Connects; where that takes too long it is left to go on by itself. */
  static async open(config: RedisConfig, log: Logger): Promise<RedisLinks> {
    const links = new RedisLinks(config, log);
    const both = [links.client, links.#subscriber].map(async (each) => {
      if (each.status !== 'ready') await new Promise((resolve) => each.once('ready', resolve));
    });
    const late = new Promise((resolve) => setTimeout(resolve, FIRST_WITHIN).unref());
    await Promise.race([Promise.all(both), late]);
    return links;
  }

  get isReady(): boolean {
    return this.client.status === 'ready' && this.#subscriber.status === 'ready';
  }

  async publish(channel: string, message: string | Buffer): Promise<number> {
    return (await this.client.spublish(channel, message)) as number;
  }

  /** One listener a channel. Resolves when messages come, or when it is clear that this has to wait. */
  async subscribe(channel: string, hear: Hear): Promise<void> {
    this.#listeners.set(channel, hear);
    await this.#subscriber.ssubscribe(channel).catch(() => this.#subscribeLater(channel, hear));
  }

  unsubscribe(channel: string): void {
    this.#listeners.delete(channel);
    this.#subscriber.sunsubscribe(channel).catch(() => {});
  }

  /** Hears that a connection for subscriptions broke, once these are made anew; while that fails, at each attempt. */
  onMended(listener: () => void): void {
    let isDue = false;
    this.#subscriber.on(this.isCluster ? 'subscribersReady' : 'ready', () => {
      if (isDue) return;
      isDue = true;
      setTimeout(() => {
        isDue = false;
        listener();
      }, TAKEN_WITHIN).unref();
    });
  }

  /** How many subscriptions a channel has, wherever. */
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

  /** What was refused is no subscription that the library would restore; until it is taken, or not wanted any more. */
  #subscribeLater(channel: string, hear: Hear): void {
    setTimeout(() => {
      if (this.#listeners.get(channel) === hear && this.#subscriber.status !== 'end')
        void this.subscribe(channel, hear);
    }, RETRY_EVERY).unref();
  }
}

function connect(config: RedisConfig, { isSubscriber }: { isSubscriber: boolean }): RedisClient {
  const { nodes, isCluster, username, password, isEncrypted, database } = config;
  const common = {
    username,
    password,
    ...(isEncrypted && { tls: {} }),
    connectTimeout: FIRST_WITHIN,
    // A subscription is what waits; a command that waited would hold up a request.
    ...(!isSubscriber && { commandTimeout: COMMAND_WITHIN, maxRetriesPerRequest: 0 }),
  };
  if (!isCluster)
    return new Redis({
      ...nodes[0],
      ...common,
      db: database,
      enableOfflineQueue: isSubscriber,
      retryStrategy: () => RETRY_EVERY,
    });
  return new Cluster(nodes, {
    redisOptions: common,
    shardedSubscribers: isSubscriber,
    enableOfflineQueue: isSubscriber,
    clusterRetryStrategy: () => RETRY_EVERY,
    clusterNodeRetryStrategy: () => RETRY_EVERY,
    slotsRefreshInterval: 2_000,
    // One try: by then another shard may have taken over, and where not it is as if Redis were away.
    retryDelayOnFailover: RETRY_EVERY / 2,
    retryDelayOnClusterDown: RETRY_EVERY / 2,
  });
}

function logChanges(client: RedisClient, log: Logger): void {
  let isAway = false;
  client.on('error', (error: unknown) => {
    if (!isAway) log.warn({ err: error }, 'Redis is away; it is tried again');
    isAway = true;
  });
  client.on('ready', () => {
    if (isAway) log.warn('Redis is back');
    isAway = false;
  });
}
