import type pg from 'pg';

/** Finds on which worker the rows of a key are, while no shard moves. */
export class Placement {
  readonly #portOfShard: ReadonlyMap<string, number>;
  readonly #client: pg.Client;

  private constructor(client: pg.Client, portOfShard: ReadonlyMap<string, number>) {
    this.#client = client;
    this.#portOfShard = portOfShard;
  }

  static async read(client: pg.Client): Promise<Placement> {
    const { rows } = await client.query<{ shard: string; port: number }>(
      'select shardid as shard, nodeport as port from citus_shards',
    );
    return new Placement(client, new Map(rows.map(({ shard, port }) => [shard, port])));
  }

  /** The port of the worker that has the row with this key, an id or a hash. */
  async portOf(table: string, key: string | Buffer): Promise<number | undefined> {
    const type = typeof key === 'string' ? 'uuid' : 'bytea';
    const { rows } = await this.#client.query<{ shard: string }>(
      `select get_shard_id_for_distribution_column($1::text::regclass, $2::${type}) as shard`,
      [table, key],
    );
    return this.#portOfShard.get(rows[0]?.shard ?? '');
  }
}
